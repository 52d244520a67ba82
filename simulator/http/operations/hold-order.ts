// POST /orders/{order_id}/hold (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import { checkAction, holdOrder as hold } from '../../orders/act-on-order.ts'
import { operation, orderOf } from '../operation.ts'
import { actOn } from '../order-action.ts'

export const holdOrder = operation({
  id: 'holdOrder',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayAct(call.lender, 'holdOrder'),
  state: (call) => checkAction(call.services.behaviour, orderOf(call), 'hold'),
  body: { shape: 'action', optional: true },
  handle: (call) => actOn(call, 'holdOrder', hold),
})

// POST /orders/{order_id}/cancel (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import { checkAction, cancelOrder as cancel } from '../../orders/act-on-order.ts'
import { operation, orderOf } from '../operation.ts'
import { actOn } from '../order-action.ts'

export const cancelOrder = operation({
  id: 'cancelOrder',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayCancel(call.lender),
  state: (call) => checkAction(call.services.behaviour, orderOf(call), 'cancel'),
  body: { shape: 'action', optional: true },
  handle: (call) => actOn(call, 'cancelOrder', cancel),
})

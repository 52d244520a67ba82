// POST /orders/{order_id}/resume (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import { checkAction, resumeOrder as resume } from '../../orders/act-on-order.ts'
import { operation, orderOf } from '../operation.ts'
import { actOn } from '../order-action.ts'

export const resumeOrder = operation({
  id: 'resumeOrder',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayAct(call.lender, 'resumeOrder'),
  state: (call) => checkAction(call.services.behaviour, orderOf(call), 'resume'),
  body: { shape: 'action', optional: true },
  handle: (call) => actOn(call, 'resumeOrder', resume),
})

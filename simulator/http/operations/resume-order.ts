// POST /orders/{order_id}/resume (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import { resumeOrder as resume } from '../../domain/act-on-order.ts'
import { operation } from '../operation.ts'
import { actOn } from '../order-action.ts'

export const resumeOrder = operation({
  id: 'resumeOrder',
  method: 'post',
  path: '/orders/:order_id/resume',
  access: 'token',
  body: { shape: 'action', optional: true },
  handle: (call) => actOn(call, 'resumeOrder', resume),
})

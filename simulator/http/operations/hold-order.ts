// POST /orders/{order_id}/hold (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import { holdOrder as hold } from '../../domain/act-on-order.ts'
import { operation } from '../operation.ts'
import { actOn } from '../order-action.ts'

export const holdOrder = operation({
  id: 'holdOrder',
  method: 'post',
  path: '/orders/:order_id/hold',
  access: 'token',
  body: { shape: 'action', optional: true },
  handle: (call) => actOn(call, 'holdOrder', hold),
})

// GET /orders/{order_id}: the full order with documents and fee (Endpoints / GET /orders/{order_id}).
import { answer, operation, orderBody, orderOf } from '../operation.ts'

export const getOrder = operation({
  id: 'getOrder',
  method: 'get',
  path: '/orders/:order_id',
  access: 'token',
  handle: (call) => answer(call, 'getOrder', orderBody(call, orderOf(call))),
})

// GET /orders/{order_id}: the full order with documents and fee (Endpoints / GET /orders/{order_id}).
import { operation, orderAnswer, orderOf } from '../operation.ts'

export const getOrder = operation({
  id: 'getOrder',
  access: 'token',
  handle: (call) => orderAnswer(call, 'getOrder', orderOf(call)),
})

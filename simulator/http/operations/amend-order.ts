// PATCH /orders/{order_id}: amends an order (Endpoints / PATCH /orders/{order_id}).
import { amendOrder as amend } from '../../domain/amend-order.ts'
import type { OrderPatch } from '../../domain/order-draft.ts'
import { commit } from '../../office.ts'
import { answer, domainContext, operation, orderBody, orderOf } from '../operation.ts'

export const amendOrder = operation({
  id: 'amendOrder',
  method: 'patch',
  path: '/orders/:order_id',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayAmend(call.lender),
  body: { shape: 'amendOrder' },
  handle: async (call) => {
    const order = orderOf(call)
    const amended = await commit(call.services, amend(domainContext(call), order, call.body as OrderPatch))
    return answer(call, 'amendOrder', orderBody(call, amended))
  },
})

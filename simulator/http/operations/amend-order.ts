// PATCH /orders/{order_id}: amends an order (Endpoints / PATCH /orders/{order_id}).
import { refusedByStatus } from '../../domain/refused-by-status.ts'
import { amendOrder as amend, fieldsOf } from '../../orders/amend-order.ts'
import type { OrderPatch } from '../../domain/order-draft.ts'
import { commit } from '../../engine/commit.ts'
import { domainContext, operation, orderAnswer, orderOf } from '../operation.ts'

export const amendOrder = operation({
  id: 'amendOrder',
  access: 'token',
  permit: (call) => call.services.behaviour.access.checkMayAmend(call.lender),
  state: (call) => {
    const { amendment, lifecycle, problems } = call.services.behaviour
    const order = orderOf(call)
    if (lifecycle.mayAmend(order, fieldsOf(amendment.named(call.body as OrderPatch)))) return
    throw refusedByStatus(order, 'amended', undefined, problems.closedForAmendment)
  },
  body: { shape: 'amendOrder' },
  handle: async (call) => {
    const order = orderOf(call)
    const patch = call.services.behaviour.amendment.read(call.body as OrderPatch)
    const decision = amend(domainContext(call), order, patch)
    call.afterDecision()
    const amended = await commit(call.services, decision)
    return orderAnswer(call, 'amendOrder', amended)
  },
})

// POST /orders/{order_id}/revision-requests/{revision_request_id}/decline: the request goes no further.
import { declineRevision as decline } from '../../orders/company-revise.ts'
import { findRevision } from '../find.ts'
import { orderOperation } from '../order-operation.ts'
import { checkRevisionMove } from '../revision-moves.ts'
import { showRevision } from '../show.ts'

export const declineRevision = orderOperation<{ body?: string | null }>({
  id: 'declineRevision',
  path: '/revision-requests/{revision_request_id}/decline',
  decide: ({ services, context, order, params, body }) => {
    const request = findRevision(services, order, params['revision_request_id']!)
    checkRevisionMove(services, request, 'declined')
    return decline(context, order, request, body.body ?? null, services.store.revisionsOf(order.id))
  },
  show: showRevision,
})

// POST /orders/{order_id}/revision-requests/{revision_request_id}/accept: the request is with the appraiser.
import { answerRevision } from '../../orders/revise-order.ts'
import { findRevision } from '../find.ts'
import { orderOperation } from '../order-operation.ts'
import { checkRevisionMove } from '../revision-moves.ts'
import { showRevision } from '../show.ts'

export const acceptRevision = orderOperation<{ body?: string | null }>({
  id: 'acceptRevision',
  path: '/revision-requests/{revision_request_id}/accept',
  decide: ({ services, context, order, params, body }) => {
    const request = findRevision(services, order, params['revision_request_id']!)
    checkRevisionMove(services, request, 'accepted')
    return answerRevision(context, order, request, 'accepted', body.body ?? null)
  },
  show: showRevision,
})

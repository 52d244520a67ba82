// POST /orders/{order_id}/revision-requests/{revision_request_id}/answer: words on a request, whose status stays.
import { answerRevision as answer } from '../../orders/revise-order.ts'
import { findRevision } from '../find.ts'
import { orderOperation } from '../order-operation.ts'
import { showRevision } from '../show.ts'

export const answerRevision = orderOperation<{ body: string }>({
  id: 'answerRevision',
  path: '/revision-requests/{revision_request_id}/answer',
  body: 'required',
  decide: ({ services, context, order, params, body }) => {
    const request = findRevision(services, order, params['revision_request_id']!)
    return answer(context, order, request, request.status, body.body)
  },
  show: showRevision,
})

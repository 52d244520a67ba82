// Requests to revise a report.
import { type RevisionDraft, requestRevision, answerRevision } from '../../orders/revise-order.ts'
import { orderOperation } from '../order-operation.ts'
import { unusable } from '../../calls/unusable.ts'
import { showRevision } from '../show.ts'
import { findRevision } from '../find.ts'
import { checkRevisionMove } from '../revision-moves.ts'
import { declineRevision } from '../../orders/company-revise.ts'
import { companyDelivery } from '../../orders/company-deliver.ts'
import type { Document } from '../../domain/records.ts'
import { makeReport, type SentReport } from '../make-report.ts'

export const requestOperations = {
  /** The lender's staff opens a correction or reconsideration in the portal. */
  openPortalRevision: orderOperation<RevisionDraft>({
    decide: ({ services, context, order, body }) => {
      const stranger = body.document_ids?.findIndex((id) => !order.document_ids.includes(id)) ?? -1
      if (stranger < 0) return requestRevision(context, order, body, services.store.revisionsOf(order.id))
      const id = body.document_ids![stranger]!
      const sentence = `${id} is no document of ${order.id}; GET /orders/${order.id} shows those there are.`
      throw unusable(sentence, `document_ids.${stranger}`, id, 'must be a document of this order')
    },
    show: showRevision,
  }),
  /** The request is with the appraiser. */
  acceptRevision: orderOperation<{ body?: string | null }>({
    decide: ({ services, context, order, params, body }) => {
      const request = findRevision(services, order, params['revision_request_id']!)
      checkRevisionMove(services, request, 'accepted')
      return answerRevision(context, order, request, 'accepted', body.body ?? null)
    },
    show: showRevision,
  }),
  /** The request goes no further. */
  declineRevision: orderOperation<{ body?: string | null }>({
    decide: ({ services, context, order, params, body }) => {
      const request = findRevision(services, order, params['revision_request_id']!)
      checkRevisionMove(services, request, 'declined')
      return declineRevision(context, order, request, body.body ?? null, services.store.revisionsOf(order.id))
    },
    show: showRevision,
  }),
  /** Words on a request, whose status stays. */
  answerRevision: orderOperation<{ body: string }>({
    decide: ({ services, context, order, params, body }) => {
      const request = findRevision(services, order, params['revision_request_id']!)
      return answerRevision(context, order, request, request.status, body.body)
    },
    show: showRevision,
  }),
  /** A revised report against this request alone. */
  completeRevision: orderOperation<SentReport, Document[]>({
    make: async ({ services, order, params, body }) => {
      checkRevisionMove(services, findRevision(services, order, params['revision_request_id']!), 'completed')
      return makeReport(services, order, body)
    },
    decide: ({ services, context, order, params, made }) =>
      companyDelivery(context, order, made, [findRevision(services, order, params['revision_request_id']!)]),
    show: showRevision,
  }),
}

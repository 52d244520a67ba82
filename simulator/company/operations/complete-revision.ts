// POST /orders/{order_id}/revision-requests/{revision_request_id}/complete: a revised report against this request alone.
import { companyDelivery } from '../../orders/company-deliver.ts'
import type { Document } from '../../domain/records.ts'
import { findRevision } from '../find.ts'
import { makeReport } from '../make-report.ts'
import type { SentReport } from '../make-report.ts'
import { orderOperation } from '../order-operation.ts'
import { checkRevisionMove } from '../revision-moves.ts'
import { showRevision } from '../show.ts'

export const completeRevision = orderOperation<SentReport, Document[]>({
  id: 'completeRevision',
  path: '/revision-requests/{revision_request_id}/complete',
  make: async ({ services, order, params, body }) => {
    checkRevisionMove(services, findRevision(services, order, params['revision_request_id']!), 'completed')
    return makeReport(services, order, body)
  },
  decide: ({ services, context, order, params, made }) =>
    companyDelivery(context, order, made, [findRevision(services, order, params['revision_request_id']!)]),
  show: showRevision,
})

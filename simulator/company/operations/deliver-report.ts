// POST /orders/{order_id}/deliver: the report, the first or a revised one, with the files that come with it.
import { companyDelivery } from '../../orders/company-deliver.ts'
import type { Document } from '../../domain/records.ts'
import { makeReport } from '../make-report.ts'
import type { SentReport } from '../make-report.ts'
import { orderOperation } from '../order-operation.ts'

export const deliverReport = orderOperation<SentReport, Document[]>({
  id: 'deliverReport',
  path: '/deliver',
  make: ({ services, order, body }) => makeReport(services, order, body),
  decide: ({ services, context, order, made }) =>
    companyDelivery(context, order, made, services.store.revisionsOf(order.id)),
})

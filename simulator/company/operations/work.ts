// The company works on an order.
import { placeReviewed, companyMove, type Move } from '../../orders/company-move.ts'
import { orderOperation } from '../order-operation.ts'
import { companyAssign, type Assignment } from '../../orders/company-assign.ts'
import { companyDelivery } from '../../orders/company-deliver.ts'
import type { Document } from '../../domain/records.ts'
import { makeReport, type SentReport } from '../make-report.ts'
import { companyHold, companyResume, companyCancel } from '../../orders/company-act.ts'

type Sent = Omit<Move, 'appointment_at'> & { to_status: string; appointment_at?: string }

export const workOperations = {
  /** The company's review is over. */
  placeReviewedOrder: orderOperation<{ note?: string | null }>({
    decide: ({ context, order, body }) => placeReviewed(context, order, body.note ?? null),
  }),
  /** An appraiser, or another one, gets the order. */
  assignAppraiser: orderOperation<Assignment>({
    decide: ({ context, order, body }) => companyAssign(context, order, body),
  }),
  /** To another working status, in any direction. */
  moveOrder: orderOperation<Sent>({
    decide: ({ context, order, body }) => {
      const { to_status, appointment_at, ...more } = body
      const appointment = appointment_at === undefined ? {} : { appointment_at: Date.parse(appointment_at) }
      return companyMove(context, order, to_status, { ...more, ...appointment })
    },
  }),
  /** The report, the first or a revised one, with the files that come with it. */
  deliverReport: orderOperation<SentReport, Document[]>({
    make: ({ services, order, body }) => makeReport(services, order, body),
    decide: ({ services, context, order, made }) =>
      companyDelivery(context, order, made, services.store.revisionsOf(order.id)),
  }),
  /** The company puts an order on hold for reasons of its own. */
  holdForCompany: orderOperation<{ reason?: string | null }>({
    decide: ({ context, order, body }) => companyHold(context, order, body.reason ?? null),
  }),
  /** The company takes an order off hold for reasons of its own. */
  resumeForCompany: orderOperation<{ reason?: string | null }>({
    decide: ({ context, order, body }) => companyResume(context, order, body.reason ?? null),
  }),
  /** The company cannot take the order. */
  cancelForCompany: orderOperation<{ reason: string }>({
    decide: ({ context, order, body }) => companyCancel(context, order, body.reason),
  }),
}

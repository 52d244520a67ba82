// Fee and due date of an order.
import { companyFee, setDueDate, acceptDueDate, declineDueDate } from '../../orders/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const termOperations = {
  /** The fee is quoted, changed, or to be quoted again. */
  changeFee: orderOperation<{ appraisal_fee: string | null; reason?: string | null }>({
    decide: ({ context, order, body }) => companyFee(context, order, body.appraisal_fee, body.reason ?? null),
  }),
  /** The date moves, asked for or not. */
  setDueDate: orderOperation<{ due_date: string; requested_by?: 'lender' | 'company' }>({
    decide: ({ context, order, body }) => setDueDate(context, order, body.due_date, body.requested_by ?? 'company'),
  }),
  /** The lender gets the date it asked for, or another. */
  acceptDueDate: orderOperation<{ due_date?: string }>({
    decide: ({ context, order, body }) => acceptDueDate(context, order, body.due_date),
  }),
  /** The date stays. */
  declineDueDate: orderOperation<{ announce?: boolean }>({
    decide: ({ services, context, order, body }) =>
      declineDueDate(context, order, body.announce ?? services.behaviour.amendment.announcesDecline),
  }),
}

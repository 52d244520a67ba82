// POST /orders/{order_id}/due-date/accept: the lender gets the date it asked for, or another.
import { acceptDueDate as accept } from '../../orders/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const acceptDueDate = orderOperation<{ due_date?: string }>({
  id: 'acceptDueDate',
  path: '/due-date/accept',
  decide: ({ context, order, body }) => accept(context, order, body.due_date),
})

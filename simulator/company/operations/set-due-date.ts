// POST /orders/{order_id}/due-date: the date moves, asked for or not.
import { setDueDate as set } from '../../orders/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const setDueDate = orderOperation<{ due_date: string; requested_by?: 'lender' | 'company' }>({
  id: 'setDueDate',
  path: '/due-date',
  body: 'required',
  decide: ({ context, order, body }) => set(context, order, body.due_date, body.requested_by ?? 'company'),
})

// POST /orders/{order_id}/due-date/decline: the date stays.
import { declineDueDate as decline } from '../../domain/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const declineDueDate = orderOperation<{ announce?: boolean }>({
  id: 'declineDueDate',
  path: '/due-date/decline',
  decide: ({ context, order, body }) => decline(context, order, body.announce ?? false),
})

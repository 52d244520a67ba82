// POST /orders/{order_id}/due-date/decline: the date stays.
import { declineDueDate as decline } from '../../orders/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const declineDueDate = orderOperation<{ announce?: boolean }>({
  id: 'declineDueDate',
  path: '/due-date/decline',
  decide: ({ services, context, order, body }) =>
    decline(context, order, body.announce ?? services.behaviour.amendment.announcesDecline),
})

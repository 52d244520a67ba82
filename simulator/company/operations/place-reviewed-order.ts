// POST /orders/{order_id}/place: the company's review is over.
import { placeReviewed } from '../../orders/company-move.ts'
import { orderOperation } from '../order-operation.ts'

export const placeReviewedOrder = orderOperation<{ note?: string | null }>({
  id: 'placeReviewedOrder',
  path: '/place',
  decide: ({ context, order, body }) => placeReviewed(context, order, body.note ?? null),
})

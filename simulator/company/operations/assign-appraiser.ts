// POST /orders/{order_id}/assign: an appraiser, or another one, gets the order.
import { companyAssign } from '../../orders/company-assign.ts'
import type { Assignment } from '../../orders/company-assign.ts'
import { orderOperation } from '../order-operation.ts'

export const assignAppraiser = orderOperation<Assignment>({
  id: 'assignAppraiser',
  path: '/assign',
  body: 'required',
  decide: ({ context, order, body }) => companyAssign(context, order, body),
})

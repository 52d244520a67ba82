// POST /orders/{order_id}/cancel: the company cannot take the order.
import { companyCancel } from '../../orders/company-act.ts'
import { orderOperation } from '../order-operation.ts'

export const cancelForCompany = orderOperation<{ reason: string }>({
  id: 'cancelForCompany',
  path: '/cancel',
  body: 'required',
  decide: ({ context, order, body }) => companyCancel(context, order, body.reason),
})

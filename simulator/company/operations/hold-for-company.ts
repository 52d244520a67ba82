// POST /orders/{order_id}/hold: the company puts an order on hold for reasons of its own.
import { companyHold } from '../../orders/company-act.ts'
import { orderOperation } from '../order-operation.ts'

export const holdForCompany = orderOperation<{ reason?: string | null }>({
  id: 'holdForCompany',
  path: '/hold',
  decide: ({ context, order, body }) => companyHold(context, order, body.reason ?? null),
})

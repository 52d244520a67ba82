// POST /orders/{order_id}/resume: the company takes an order off hold for reasons of its own.
import { companyResume } from '../../orders/company-act.ts'
import { orderOperation } from '../order-operation.ts'

export const resumeForCompany = orderOperation<{ reason?: string | null }>({
  id: 'resumeForCompany',
  path: '/resume',
  decide: ({ context, order, body }) => companyResume(context, order, body.reason ?? null),
})

// POST /orders/{order_id}/fee: the fee is quoted, changed, or to be quoted again.
import { companyFee } from '../../orders/company-terms.ts'
import { orderOperation } from '../order-operation.ts'

export const changeFee = orderOperation<{ appraisal_fee: string | null; reason?: string | null }>({
  id: 'changeFee',
  path: '/fee',
  body: 'required',
  decide: ({ context, order, body }) => companyFee(context, order, body.appraisal_fee, body.reason ?? null),
})

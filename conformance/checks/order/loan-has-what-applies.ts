// The loan of an order has the fields that its purpose, its price and its product call for.
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import type { GeneratedOrder } from '../../generate/composed-order.ts'
import { seen } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

type Field = { rule: string; pointer: string; applies: (order: GeneratedOrder) => boolean; nullable: boolean }

const fields: Field[] = [
  {
    rule: 'order.has-loan-purpose-other',
    pointer: '/loan/purpose_other',
    applies: ({ request }) => request.loan.purpose === 'other',
    nullable: false,
  },
  {
    rule: 'order.has-loan-purchase-price',
    pointer: '/loan/purchase_price',
    applies: ({ request }) => request.loan.purpose === 'purchase',
    nullable: false,
  },
  {
    rule: 'order.has-loan-currency',
    pointer: '/loan/currency',
    applies: ({ request }) => request.loan.purchase_price !== undefined,
    nullable: true,
  },
  {
    rule: 'order.has-loan-fha-case-number',
    pointer: '/loan/fha_case_number',
    applies: ({ product }) => product.certification !== 'none',
    nullable: true,
  },
]

export default check({
  id: 'order.loan-has-what-applies',
  verifies: fields.map(({ rule }) => rule),
  needs: ['orders'],
  async run({ shared, expect }) {
    for (const { order, looks } of acceptedOf(await shared(coveringOrdersPlaced)))
      for (const { rule, pointer, nullable } of fields.filter(({ applies }) => applies(order)))
        for (const shown of looks)
          expect(rule).that(
            seen(shown, pointer),
            (value) => typeof value === 'string' || (nullable && value === null),
            nullable ? 'string or null' : 'string',
          )
    throw notTested('no-product-with-field')
  },
})

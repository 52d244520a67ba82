// What the catalog shows as withdrawn cannot be ordered, and what it adds for a dwelling unit cannot be ordered without one.
import { violatingOrders } from '../../scenarios/violating-orders.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules: Record<string, string> = {
  'order-type.inactive': 'catalog.withdrawn-product-is-listed-as-inactive',
  'adu.without-has-adu': 'catalog.with-adu-adds-adu-only-add-ons',
  'adu.with-has-adu-false': 'catalog.with-adu-adds-adu-only-add-ons',
}

export default check({
  id: 'catalog.withdrawn-and-adu-products-are-listed',
  verifies: [...new Set(Object.values(rules))],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { tried } = await shared(violatingOrders)
    for (const { violation, answer } of tried) {
      const rule = rules[violation.id]
      if (rule !== undefined) expect(rule).status(answer, '4xx')
    }
    throw notTested('no-withdrawn-product-or-adu-add-on')
  },
})

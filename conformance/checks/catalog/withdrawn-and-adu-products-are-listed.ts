// What the catalog shows as withdrawn cannot be ordered, and what it adds for a dwelling unit cannot be ordered without one.
import { violatingOrders } from '../../scenarios/violating-orders.ts'
import { seenStatus } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

/** That `has_adu` false is refused is only inferred, so that an order taken with it says nothing of the catalog. */
const rules: Record<string, string> = {
  'order-type.inactive': 'catalog.withdrawn-product-is-listed-as-inactive',
  'adu.without-has-adu': 'catalog.with-adu-adds-adu-only-add-ons',
}

const isRefusal = ({ response: { status } }: Answered): boolean => status >= 400 && status < 500

export default check({
  id: 'catalog.withdrawn-and-adu-products-are-listed',
  verifies: [...new Set(Object.values(rules))],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { tried } = await shared(violatingOrders)
    for (const { violation, answer } of tried) {
      const rule = rules[violation.id]
      if (rule === undefined) continue
      // That the order was taken, the rules of the create say; that the catalog listed it so, follows.
      const seen = { ...seenStatus(answer), failure: { kind: 'wrong_outcome' } as const }
      expect(rule).that(seen, () => isRefusal(answer), '4xx')
    }
    throw notTested('no-withdrawn-product-or-adu-add-on')
  },
})

// No create that was refused left an order behind: the order list has none of their references.
import { isInferred } from '../../contract/contract.ts'
import { excludes, ofType } from '../../evidence/expected.ts'
import { createsNothing, violatingOrders } from '../../scenarios/violating-orders.ts'
import { seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const refused = 'create.three-borrowers-refused'
const invalid = 'create.due-date-of-another-form-refused'
const abroad = 'order.property-is-in-the-united-states'

export default check({
  id: 'create.refused-create-creates-nothing',
  verifies: [...createsNothing, abroad, refused, invalid],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { tried, landmark, list } = await shared(violatingOrders)
    const items = list.flatMap((page) => entriesAt(page, '/data'))
    if (!items.some(({ id }) => id === fieldAt(landmark, '/id'))) throw blocked('list-too-short', ...list)
    for (const { violation, answer } of tried) {
      const reference = violation.valid.lender_reference
      const rules = [
        ...violation.createsNothing,
        ...violation.rules.filter((rule) => [abroad, refused, invalid].includes(rule)),
      ]
      if (rules.length === 0 || answer.response.status >= 500) continue
      // Where a refusal is only inferred, an order that was taken is the arguable violation, and was not refused.
      if (succeeded(answer) && violation.rules.every(isInferred)) continue
      const isListed = ({ lender_reference }: Record<string, unknown>): boolean => lender_reference === reference
      const page = list.find((one) => entriesAt(one, '/data').some(isListed))
      expect(rules).that(
        { ...seen(page ?? list[0]!, '/data'), requests: [answer.id, ...(page ? [page] : list).map(({ id }) => id)] },
        () => page === undefined && fieldAt(answer, '/id') === undefined,
        excludes(reference),
      )
    }
    expect(abroad).that(seen(list[0]!, '/data'), Array.isArray, ofType(['array']))
    throw notTested('no-violation')
  },
})

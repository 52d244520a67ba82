// No create that was refused is announced: in the feed, order.created has none of their references.
import { excludes } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { violatingOrders } from '../../scenarios/violating-orders.ts'
import { check } from '../../kit/check.ts'

const rules = [
  'create.missing-required-field-creates-nothing',
  'create.past-due-date-creates-nothing',
  'create.refused-code-creates-nothing',
  'create.unknown-order-type-creates-nothing',
  'create.value-outside-the-products-lists-creates-nothing',
  'create.missing-conditional-field-creates-nothing',
  'create.unresolvable-postal-code-creates-nothing',
  'create.inactive-product-creates-nothing',
]

export default check({
  id: 'events.refused-create-raises-nothing',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ shared, expect }) {
    const { tried } = await shared(violatingOrders)
    const { events, pages } = await shared(runEvents)
    const announced = new Set(
      events.filter(({ type }) => type === 'order.created').map(({ data }) => data['lender_reference']),
    )
    for (const { violation, answer } of tried) {
      const { status } = answer.response
      if (violation.createsNothing.length === 0 || status < 400 || status >= 500) continue
      const reference = violation.valid.lender_reference!
      expect(violation.createsNothing).that(
        derived(announced.has(reference) ? 'order.created of the refused order' : 'no such event', answer, ...pages),
        () => !announced.has(reference),
        excludes(`order.created of the refused create (${violation.id})`),
      )
    }
    throw notTested('no-violation')
  },
})

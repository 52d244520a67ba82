// No create that was refused is announced: in the feed, order.created has none of their references.
import { excludes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { createsNothing, violatingOrders } from '../../scenarios/violating-orders.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'events.refused-create-raises-nothing',
  verifies: createsNothing,
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
        computedFrom(
          announced.has(reference) ? 'order.created of the refused order' : 'no such event',
          answer,
          ...pages,
        ),
        () => !announced.has(reference),
        excludes(`order.created of the refused create (${violation.id})`),
      )
    }
    throw notTested('no-violation')
  },
})

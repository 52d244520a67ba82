// The feed of the sandbox has no event of an order that this run saw in production.
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.order-of-one-environment-is-404-in-the-other'

export default check({
  id: 'auth.events-stay-in-their-environment',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'role:production'],
  phase: 'last',
  async run({ expect, shared }) {
    const { order } = await shared(productionWalk)
    if (order === null || order.reference === null) throw notTested('no-production-order')
    const { pages, events } = await shared(runEvents)
    // Ids are opaque, so that each environment may have an order of one id; its reference distinguishes the two.
    const theirs = events.filter(
      ({ data }) => data['order_id'] === order.id && data['lender_reference'] === order.reference,
    )
    expect(rule).equal(
      computedFrom(
        theirs.map(({ id }) => id),
        ...pages,
      ),
      [],
    )
  },
})

// An order coming off a hold can be held and cancelled before it has moved on, and is listed as on hold no more.
import { only } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { assertPassing, rulesInPassing } from '../../scenarios/assert-passing.ts'
import { transitionalOrder } from '../../scenarios/transitional-order.ts'

const accepted = { hold: 'actions.hold-accepted-in-off-hold', cancel: 'actions.cancel-accepted-in-off-hold' }
const excludes = 'list.status-filter-excludes-other-statuses'

export default check({
  id: 'actions.resumed-order-takes-hold-and-cancel',
  verifies: [...Object.values(accepted), ...rulesInPassing, excludes],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { page, others } = (await context.shared(transitionalOrder)).heldOnes
    context.expect(excludes).that(computedFrom(others, page), () => others.length === 0, only('on_hold'))
    await assertPassing(context, 'off_hold', accepted)
  },
})

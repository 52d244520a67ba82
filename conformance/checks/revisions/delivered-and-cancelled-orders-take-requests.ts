// Both kinds of revision request are accepted after delivery and on cancelled orders, and lead where they say.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [
  ...rulesOfCells('revision_request', 'accepted'),
  'revisions.correction-moves-order-to-revision-requested',
  'revisions.correction-raises-revision-requested',
  'revisions.reconsideration-moves-order-to-its-status',
  'revisions.reconsideration-raises-revision-requested',
]

export default check({
  id: 'revisions.delivered-and-cancelled-orders-take-requests',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

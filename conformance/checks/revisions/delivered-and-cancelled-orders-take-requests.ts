// Both kinds of revision request are accepted after delivery and on cancelled orders, and lead where they say.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { rulesLike, assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^revisions\.((correction|reconsideration)-accepted-in-.+|correction-moves-.+|reconsideration-moves-.+|(correction|reconsideration)-raises-.+)$/,
)

export default check({
  id: 'revisions.delivered-and-cancelled-orders-take-requests',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

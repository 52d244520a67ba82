// A hold is accepted in every status of an open order, and leads where it says.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { rulesLike, assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^actions\.(hold-accepted-in-.+|hold-moves-order-to-on-hold|hold-raises-order-on-hold|hold-returns-the-status-before)$/,
)

export default check({
  id: 'actions.hold-works-while-open',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

// Every move that the advance table does not list is refused by the book, in every status, and has no effect.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { rulesLike, assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^sandbox\.(.+-advances-no-other-way|.+-is-not-advanced|advance-to-.+-refused|refused-advance-.+)$/,
)

export default check({
  id: 'sandbox.every-other-move-is-refused',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

// A revision request is refused in every status before delivery, without effect.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { rulesLike, assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(/^revisions\.(refused-in-.+|refused-request-.+)$/)

export default check({
  id: 'revisions.other-statuses-refuse',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

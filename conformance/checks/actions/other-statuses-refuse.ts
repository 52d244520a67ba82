// Hold, resume and cancel are refused by the book in every status that does not take them, without effect.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { rulesLike, assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^actions\.((hold|resume|cancel)-refused-in-.+|(hold|resume|cancel)-refusal-has-.+|refused-.+|repeat-has-no-second-effect|refusal-has-a-details-entry|refusal-detail-(field|code|value)-.+)$/,
)

export default check({
  id: 'actions.other-statuses-refuse',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

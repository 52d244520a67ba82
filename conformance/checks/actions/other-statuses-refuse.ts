// Hold, resume and cancel are refused by the book in every status that does not take them, without effect.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^actions\.((hold|resume|cancel)-refused-in-.+|(hold|resume|cancel)-refusal-has-.+|refused-.+|repeat-has-no-second-effect|refusal-has-a-details-entry|refusal-detail-(field|code|value)-.+)$/,
)

export default check({
  id: 'actions.other-statuses-refuse',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

// A revision request is refused in every status before delivery, without effect.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(/^revisions\.(refused-in-.+|refused-request-.+)$/)

export default check({
  id: 'revisions.other-statuses-refuse',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

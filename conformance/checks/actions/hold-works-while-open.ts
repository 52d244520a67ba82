// A hold is accepted in every status of an open order, and leads where it says.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^actions\.(hold-accepted-in-.+|hold-moves-order-to-on-hold|hold-raises-order-on-hold|hold-returns-the-status-before)$/,
)

export default check({
  id: 'actions.hold-works-while-open',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

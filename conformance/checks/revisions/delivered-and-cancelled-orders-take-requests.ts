// Both kinds of revision request are accepted after delivery and on cancelled orders, and lead where they say.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^revisions\.((correction|reconsideration)-accepted-in-.+|correction-moves-.+|reconsideration-moves-.+|(correction|reconsideration)-raises-.+)$/,
)

export default check({
  id: 'revisions.delivered-and-cancelled-orders-take-requests',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

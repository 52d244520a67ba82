// Every move that the advance table lists is accepted, in every status, and leads where it says.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(/^sandbox\.(.+-advances-to-.+|advance-puts-the-order-in-to-status)$/)

export default check({
  id: 'sandbox.every-move-of-the-table-is-taken',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

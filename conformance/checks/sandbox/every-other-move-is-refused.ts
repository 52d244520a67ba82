// Every move that the advance table does not list is refused by the book, in every status, and has no effect.
import { orderTour } from '../../scenarios/order-tour.ts'
import { rulesLike, tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = rulesLike(
  /^sandbox\.(.+-advances-no-other-way|.+-is-not-advanced|advance-to-.+-refused|refused-advance-.+)$/,
)

export default check({
  id: 'sandbox.every-other-move-is-refused',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

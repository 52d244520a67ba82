// Every order of the tour is listed in the status in which it was left.
import { orderTour } from '../../scenarios/order-tour.ts'
import { tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const rules = ['list.order-item-agrees-with-the-order']

export default check({
  id: 'list.toured-orders-are-listed-where-they-are',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

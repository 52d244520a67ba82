// Every order of the tour is listed in the status in which it was left.
import { orderTour } from '../../journeys/order-tour.ts'
import { tellTour } from '../../steps/tell-tour.ts'
import { check } from '../check.ts'

const rules = ['list.order-item-agrees-with-the-order']

export default check({
  id: 'list.toured-orders-are-listed-where-they-are',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

// Orders created at the same instant are listed by their ids, in one direction.
import { recentOrders } from '../../journeys/recent-orders.ts'
import { compareTies } from '../../steps/compare-ages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { check } from '../check.ts'

const rule = 'list.orders-of-equal-age-sorted-by-id'

export default check({
  id: 'list.orders-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { pages, items } = await context.shared(recentOrders)
    compareTies(context, rule, agedOrders(items), ...pages)
  },
})

// The unfiltered list holds every order of the account, newest first.
import { includes } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { check } from '../../kit/check.ts'

const whole = 'list.orders-cover-the-whole-account'
const newest = 'list.orders-newest-first'

export default check({
  id: 'list.holds-the-whole-account',
  verifies: [whole, newest],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orders, other } = await shared(orderBook)
    const { pages, items } = await shared(recentOrders)
    const ids = items.map(({ id }) => id)
    for (const { id } of [...orders, other])
      expect(whole).that(derived(ids, ...pages), () => ids.includes(id), includes(id))
    compareNewestFirst(context, newest, agedOrders(items), ...pages)
  },
})

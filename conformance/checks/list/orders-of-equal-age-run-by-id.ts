// Orders created at the same instant are listed by their ids, in one direction.
import { recentOrders } from '../../journeys/recent-orders.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { compareTies, tiesIn } from '../../steps/compare-ages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../check.ts'

const rule = 'list.orders-of-equal-age-sorted-by-id'
const atOnce = 16

export default check({
  id: 'list.orders-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { shared, environment } = context
    const { pages: recent } = await shared(recentOrders)
    const pages = [...recent]
    const lists = [agedOrders(itemsOf(pages))]
    // Orders cost something in production; there only those that are there anyway are looked at.
    const rounds = environment === 'sandbox' ? 2 : 0
    for (let round = 0; round < rounds && lists.flatMap(tiesIn).length === 0; round += 1) {
      const product = await pickProduct(context)
      await Promise.all(Array.from({ length: atOnce }, () => create(context, orderBody(context, product))))
      const page = await getPage(context, { operationId: 'listOrders' }, { per_page: 100 })
      pages.push(page)
      lists.push(agedOrders(itemsOf([page])))
    }
    compareTies(context, rule, lists, ...pages)
  },
})

// Orders created at the same instant are listed by their ids, in one direction.
import { orderBurst } from '../../scenarios/order-burst.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { compareTies, tiesIn } from '../../steps/compare-ages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'
import { portWith } from '../../sut/control.ts'

const rule = 'list.orders-of-equal-age-sorted-by-id'

export default check({
  id: 'list.orders-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { shared, environment } = context
    const control = portWith(context, 'holdClock')
    const pages = [...(await shared(recentOrders)).pages]
    const lists = [agedOrders(itemsOf(pages))]
    // Another page size is another question to the same orders.
    const look = async (): Promise<void> => {
      for (const per_page of [limits().per_page_max, Math.ceil(0.6 * limits().per_page_max)]) {
        const page = await getPage(context, { operationId: 'listOrders' }, { per_page })
        pages.push(page)
        lists.push(agedOrders(itemsOf([page])))
      }
    }
    const isUntied = (): boolean => lists.flatMap(tiesIn).length === 0
    // Orders cost something in production; there only those that are there anyway are looked at.
    if (environment === 'sandbox') {
      // Some were placed at once long before.
      if (!control && isUntied()) await look()
      if (control || isUntied()) {
        await shared(orderBurst)
        await look()
      }
    }
    compareTies(context, rule, lists, ...pages)
  },
})

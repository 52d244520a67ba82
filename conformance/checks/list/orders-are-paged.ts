// The orders of one reference are listed once each at every page size, newest first, and none of another reference.
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const finds = 'list.lender-reference-filter-finds-the-orders'
const excludes = 'list.lender-reference-filter-excludes-others'
const newest = 'list.orders-newest-first'

const sizes = [2]

export default check({
  id: 'list.orders-are-paged',
  verifies: [...pagingRules(sizes), finds, excludes, newest, 'list.orders-answers-200', 'transport.serves-get-orders'],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { reference, orders } = await shared(orderBook)
    // Lists may show a new order moments later; this waits for it.
    await shared(recentOrders)
    const list = { operationId: 'listOrders', query: { lender_reference: reference } } as const
    const { items, pages, walks } = await comparePages(context, { list, sizes, key: 'id' })
    expect('list.orders-answers-200').status(pages[0]!, 200)
    expect('transport.serves-get-orders').status(pages[0]!, '2xx')
    const ids = items.map(({ id }) => id)
    for (const { id } of orders) expect(finds).that(computedFrom(ids, ...pages), () => ids.includes(id), includes(id))
    const walked = [...items, ...walks.flatMap((walk) => itemsOf(walk.pages))]
    const references = [...new Set(walked.map(({ lender_reference }) => String(lender_reference)))]
    const wanted = reference.toLowerCase()
    const fits = references.every((shown) => shown.toLowerCase() === wanted)
    expect(excludes).that(computedFrom(references, ...pages), () => fits, `only ${reference}`)
    for (const walk of walks) compareNewestFirst(context, newest, agedOrders(itemsOf(walk.pages)), ...walk.pages)
  },
})

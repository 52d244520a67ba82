// The documents of an order are listed once at every page size, newest first.
import { correspondence } from '../../scenarios/correspondence.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { agedItems, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const newest = 'list.documents-newest-first'

const sizes = [5]

export default check({
  id: 'list.documents-are-paged',
  verifies: [...pagingRules(sizes), newest],
  needs: ['orders'],
  async run(context) {
    const { orderId } = await context.shared(correspondence)
    const list = { operationId: 'listDocuments', params: { order_id: orderId } } as const
    const { walks } = await comparePages(context, { list, sizes, key: 'id' })
    for (const { pages } of walks) compareNewestFirst(context, newest, agedItems(itemsOf(pages)), ...pages)
  },
})

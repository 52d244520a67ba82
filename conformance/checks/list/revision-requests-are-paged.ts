// The revision requests of an order are listed once at every page size, newest first.
import { correspondenceRevisions } from '../../scenarios/correspondence-lists.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { agedItems, itemsOf } from '../../steps/walk-pages.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const newest = 'list.revision-requests-newest-first'

const sizes = [2]

export default check({
  id: 'list.revision-requests-are-paged',
  verifies: [...pagingRules(sizes), newest],
  needs: ['orders'],
  async run(context) {
    const { orderId, revisions } = await context.shared(correspondence)
    if (revisions.length === 0) throw notTested(reason('switched-off', { operation: 'cancelOrder' }))
    const off = revisions.map(switchedOff).find((why) => why !== null)
    if (off) throw off
    const list = { operationId: 'listRevisionRequests', params: { order_id: orderId } } as const
    const known = await context.shared(correspondenceRevisions)
    const { walks } = await comparePages(context, { list, sizes, key: 'id', known })
    for (const { pages } of walks) compareNewestFirst(context, newest, agedItems(itemsOf(pages)), ...pages)
  },
})

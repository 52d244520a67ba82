// The read, the list, the feed and our receiver show the same history of an order.
import { isDeepStrictEqual } from 'node:util'
import { comparable, seenComparable } from '../../steps/comparable.ts'
import { failingAttempts } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { byId, deliveredOf, readFeed, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { entriesAt } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const history = [
  'feed.holds-every-event',
  'feed.record-matches-its-delivery',
  'events.status-changed-status-is-the-new-one',
]

/** The statuses that the events show, one after the other, each once. */
const shown = (events: readonly SeenEvent[]): unknown[] =>
  events
    .map(({ data }) => (data['status'] as { code?: unknown } | null | undefined)?.code)
    .filter((code, index, all) => typeof code === 'string' && code !== all[index - 1])

const listed = (item: Record<string, unknown> | undefined): unknown => comparable(item?.['status'], '/status')

const idsOf = (pages: readonly Answered[]): string[] => recordsOf(pages).map(({ id }) => id)

export default check({
  id: 'feed.four-channels-show-one-history',
  verifies: [...history, 'list.order-item-agrees-with-the-order'],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { expect, shared, eventually, patience } = context
    const { placed } = await shared(failingAttempts)
    const { later } = await shared(secondAttempts)
    const feed = recordsOf(later)
    const last = feed.at(-1)?.id ?? ''
    const delivered = [...new Map(deliveredOf(context, placed.id).map((event) => [event.id, event])).values()]
    const sorted = delivered.filter(({ id }) => id <= last).toSorted(byId)
    if (feed.length > 0) expect(history).equal(computedFrom(shown(sorted), ...later), shown(feed))
    // The company may move the order between two of these reads, and the feed may lag behind a little.
    const look = async () => {
      const before = await readFeed(context, { order_id: placed.id })
      const order = await readOrder(context, placed.id)
      const list = await ordersWithReference(context, placed.body.lender_reference)
      const after = await readFeed(context, { order_id: placed.id })
      const item = entriesAt(list, '/data').find(({ id }) => id === placed.id)
      return { pages: after, order, list, item, isSteady: String(idsOf(before)) === String(idsOf(after)) }
    }
    const agree = ({ pages, order, item, isSteady }: Awaited<ReturnType<typeof look>>): boolean =>
      isSteady &&
      shown(recordsOf(pages)).at(-1) === statusOf(order) &&
      isDeepStrictEqual(listed(item), seenComparable(order, '/status').value)
    const { pages, order, list, item, isSteady } = await eventually(look, agree, patience.state)
    if (!isSteady) throw blocked('order-keeps-changing', order)
    if (recordsOf(pages).length === 0) {
      expect('feed.holds-every-event').equal(computedFrom('no event', order, ...pages), 'the events of the order')
      return
    }
    expect(history).equal(computedFrom(shown(recordsOf(pages)).at(-1), order, ...pages), statusOf(order))
    expect('list.order-item-agrees-with-the-order').equal(
      computedFrom(listed(item), list, order),
      seenComparable(order, '/status').value,
    )
  },
})

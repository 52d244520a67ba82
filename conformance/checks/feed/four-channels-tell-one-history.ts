// Of one order, its own read, the list, the feed and our receiver tell one and the same history.
import { failingAttempts } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { deliveredOf, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const history = [
  'feed.holds-every-event',
  'feed.record-matches-its-delivery',
  'events.status-changed-tells-the-status-taken',
]

/** The statuses that the events tell, one after the other, each once. */
const shown = (events: readonly SeenEvent[]): unknown[] =>
  events
    .map(({ data }) => (data['status'] as { code?: unknown } | null | undefined)?.code)
    .filter((code, index, all) => typeof code === 'string' && code !== all[index - 1])

export default check({
  id: 'feed.four-channels-tell-one-history',
  verifies: [...history, 'list.order-item-agrees-with-the-order'],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { placed } = await shared(failingAttempts)
    const { later } = await shared(secondAttempts)
    const feed = recordsOf(later)
    const delivered = [...new Map(deliveredOf(context, placed.id).map((event) => [event.id, event])).values()]
    const sorted = delivered.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const order = await readOrder(context, placed.id)
    const list = await ordersWithReference(context, placed.body.lender_reference)
    expect(history).equal(derived(shown(sorted), ...later), shown(feed))
    expect(history).equal(derived(shown(feed).at(-1), order, ...later), statusOf(order))
    const item = entriesAt(list, '/data').find(({ id }) => id === placed.id)
    expect('list.order-item-agrees-with-the-order').equal(
      derived(item?.['status'], list, order),
      seen(order, '/status').value,
    )
  },
})

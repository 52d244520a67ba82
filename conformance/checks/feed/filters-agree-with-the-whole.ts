// Each filter gives the events of the unfiltered feed that it is for, all of them and no others.
import { runEvents, type RunEvents } from '../../scenarios/run-events.ts'
import { silence } from '../../scenarios/silence.ts'
import { derived } from '../../evidence/seen.ts'
import { recordsOf } from '../../steps/events-of.ts'
import { deliveryRecords } from '../../steps/delivery-record.ts'
import { fieldAt, must } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

type Filter = 'type' | 'order_id' | 'delivery_status'

const rules: Record<Filter, string> = {
  type: 'feed.type-filter',
  order_id: 'feed.order-id-filter',
  delivery_status: 'feed.delivery-status-filter',
}

const type = 'order.revision_requested'
const size = 100

/** The value of each event of a page, or of the whole, that a filter looks at; by event id. */
const valuesOf = (filter: Filter, pages: readonly Answered[]): [id: string, value: unknown][] =>
  filter === 'delivery_status'
    ? deliveryRecords(pages).map(({ eventId, status }) => [eventId, status])
    : recordsOf(pages).map((event) => [event.id, filter === 'type' ? event.type : event.data['order_id']])

const statusesOf = ({ records }: RunEvents): string[] => [...new Set(records.map(({ status }) => status))]

export default check({
  id: 'feed.filters-agree-with-the-whole',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run({ expect, shared, client }) {
    const { heldId } = await shared(silence)
    const whole = await shared(runEvents)
    const probes: [Filter, string][] = [
      ['type', type],
      ['order_id', heldId],
      ...statusesOf(whole).map((status): [Filter, string] => ['delivery_status', status]),
    ]
    for (const [filter, value] of probes) {
      const query = { [filter]: value, after: whole.after, per_page: size }
      const page = must(await client.call('listEvents', { query }), `the feed could not be filtered by ${filter}`)
      const found = valuesOf(filter, [page])
      const expected = valuesOf(filter, whole.pages).filter(([, one]) => one === value)
      const last = whole.events.at(-1)?.id ?? ''
      const ids = found.map(([id]) => id).filter((id) => id <= last)
      expect(rules[filter]).equal(
        derived([...new Set(found.map(([, one]) => one))], page),
        expected.length > 0 ? [value] : [],
      )
      // A page may end early while more follows; what it holds must be the first of what there is.
      const wanted = expected.map(([id]) => id)
      const length = fieldAt(page, '/next_cursor') === null ? wanted.length : ids.length
      expect(rules[filter]).equal(derived(ids, page, ...whole.pages), wanted.slice(0, length))
    }
  },
})

// The feed runs by event id, which is the order raised, and a cursor goes on with the very next event.
import { derived, seen } from '../../run/seen.ts'
import { recordsOf } from '../../steps/events-of.ts'
import { exampleSequence } from '../../steps/example-sequence.ts'
import { fieldAt } from '../../steps/read.ts'
import type { Answered } from '../../target/exchange.ts'
import { check } from '../check.ts'

const rules = {
  ids: ['feed.stands-in-id-order', 'feed.ids-sort-in-raised-order'],
  times: 'feed.created-at-ascending',
  bounds: ['feed.per-page-bounds-the-page', 'feed.per-page-from-1'],
  after: [
    'feed.after-returns-only-later-events',
    'feed.after-leaves-no-later-event-out',
    'feed.next-cursor-continues-the-walk',
  ],
  filter: 'feed.order-id-filter',
  end: 'feed.next-cursor-null-at-the-end',
  most: 'feed.per-page-up-to-100',
}

const ascends = (values: readonly (string | number)[]): boolean =>
  values.every((value, index) => index === 0 || values[index - 1]! <= value)

const pagesToWalk = 3

export default check({
  id: 'feed.runs-in-the-order-raised',
  verifies: [...Object.values(rules).flat(), 'transport.serves-get-events'],
  needs: ['orders', 'sandbox'],
  async run({ client, shared, expect }) {
    const { placed } = await shared(exampleSequence)
    const read = (query: Record<string, string | number>) =>
      client.call('listEvents', { query: { order_id: placed.id, ...query } })
    const whole = await read({ per_page: 100 })
    expect([rules.most, 'transport.serves-get-events']).status(whole, '2xx')
    const events = recordsOf([whole])
    const ids = events.map(({ id }) => id)
    const times = events.map(({ createdAt }) => Date.parse(createdAt))
    expect(rules.ids).that(derived(ids, whole), () => ids.length > 1 && ascends(ids), 'two ids or more, rising')
    expect(rules.times).that(derived(times, whole), () => times.length > 1 && ascends(times), 'rising created_at')
    const others = events.filter(({ data }) => data['order_id'] !== placed.id)
    expect(rules.filter).equal(
      derived(
        others.map(({ id }) => id),
        whole,
      ),
      [],
    )

    const walked: Answered[] = []
    let cursor: string | undefined
    for (let page = 0; page < pagesToWalk; page += 1) {
      const answer = await read({ per_page: 1, ...(cursor !== undefined && { after: cursor }) })
      walked.push(answer)
      expect(rules.bounds).that(
        seen(answer, '/data'),
        (data) => Array.isArray(data) && data.length <= 1,
        'one event at most',
      )
      const next = fieldAt(answer, '/next_cursor')
      if (typeof next !== 'string') break
      cursor = next
    }
    const seenIds = recordsOf(walked).map(({ id }) => id)
    expect(rules.after).equal(derived(seenIds, ...walked), ids.slice(0, seenIds.length))
    // A page whose cursor is not null may be empty, but the walk must come to an end.
    let last = whole
    for (let page = 0; page < pagesToWalk && fieldAt(last, '/next_cursor') !== null; page += 1)
      last = await read({ per_page: 100, after: String(fieldAt(last, '/next_cursor')) })
    expect(rules.end).equal(seen(last, '/next_cursor'), null)
  },
})

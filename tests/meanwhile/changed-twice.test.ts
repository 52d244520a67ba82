// A due date that a company moved twice on its own, on a target without a control port: the second event names where the first one led.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy, type Call, type Reply } from './busy-target.ts'

const rule = 'events.due-date-changed-has-previous-due-date'
const names = 'events.each-change-names-the-value-before'

type Feed = { data: Record<string, unknown>[]; next_cursor: string | null }

/** At the end of the feed, ten seconds apart, two changes of the order of its last event. */
const movedTwice = (previous: string): Busy => ({
  isUncontrolled: true,
  after({ name, query }: Call, { body }: Reply): unknown {
    const feed = body as Feed
    // Of the feed as a whole, which is read last of all.
    const isEnd = name === 'GET /events' && !query.has('order_id') && feed.next_cursor === null
    const last = isEnd ? feed.data.at(-1) : undefined
    if (!last) return body
    const moved = (index: number, due_date: string, previous_due_date: string) => ({
      ...last,
      id: `${String(last['id'])}${index}`,
      type: 'order.due_date_changed',
      created_at: new Date(Date.parse(String(last['created_at'])) + index * 10_000).toISOString(),
      data: { ...(last['data'] as object), due_date, previous_due_date, requested_by: 'company' },
    })
    const moves = [moved(1, '2031-01-08', '2031-01-06'), moved(2, '2031-01-10', previous)]
    return { ...feed, data: [...feed.data, ...moves] }
  },
})

t.test('an event that names where the one before it led passes', async (t) => {
  expectNoBlame(t, await judgeBusy(t, movedTwice('2031-01-08'), names), rule)
})

t.test('one that names the date of the creation is found', async (t) => {
  expectBlame(t, await judgeBusy(t, movedTwice('2031-01-06'), names), rule)
})

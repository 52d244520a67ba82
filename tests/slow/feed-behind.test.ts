// A feed that is a moment behind, and a company that writes to others than the lender: each waits for an attempt that fails by its time.
// Silent for up to 300 s.
import t from 'tap'
import { expectNoBlame, judgeBusy, type Busy, type Call } from '../meanwhile/busy-target.ts'

type FeedRecord = {
  id: string
  type: string
  data: { message?: object }
  delivery: { attempts: number; last_response_status: number | null }
}

/** What is done to the records of a feed, by how often each was shown. */
const inFeed = (show: (record: FeedRecord, times: number) => FeedRecord): Busy => {
  const times = new Map<string, number>()
  return {
    after({ name }: Call, { body }) {
      if (name !== 'GET /events') return undefined
      const { data, ...page } = body as { data: FeedRecord[] }
      const next = (record: FeedRecord): FeedRecord => {
        const count = (times.get(record.id) ?? 0) + 1
        times.set(record.id, count)
        return show(record, count)
      }
      return { ...page, data: data.map(next) }
    },
  }
}

t.test('a record that is begun before the answer of the receiver is read is looked at again', async (t) => {
  const begun = { last_attempt_at: null, last_response_status: null }
  const busy = inFeed((record, times) =>
    record.delivery.attempts === 1 && times < 3 ? { ...record, delivery: { ...record.delivery, ...begun } } : record,
  )
  const rules = ['feed.last-response-status-is-the-one-answered', 'feed.last-attempt-at-is-when-it-was-made']
  expectNoBlame(t, await judgeBusy(t, busy, 'feed.record-says-how-the-receiver-answered'), ...rules)
})

t.test('a message of the company to others than the lender is none of the lender', async (t) => {
  const busy = inFeed((record) =>
    record.type === 'order.message_posted'
      ? { ...record, data: { ...record.data, message: { ...record.data.message, recipient: 'appraiser_group' } } }
      : record,
  )
  const busier: Busy = {
    ...busy,
    async before({ name, order }, company) {
      const words = { from: 'manager', body: 'We look at it.' }
      if (/^POST .*\/messages$/.test(name)) await company('POST', `/orders/${order}/messages`, words).catch(() => null)
    },
  }
  const rule = 'events.message-posted-is-not-raised-by-the-lender'
  expectNoBlame(t, await judgeBusy(t, busier, 'events.own-message-raises-nothing'), rule)
})

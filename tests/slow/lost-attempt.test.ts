// Attempts that a target made in vain, before or after one that the receiver answered.
// Silent for up to 300 s.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from '../meanwhile/busy-target.ts'

type Delivery = { attempts: number; last_response_status: number | null; last_attempt_at: string }
type FeedRecord = { created_at: string; delivery: Delivery }

const inFeed = (delivery: (record: FeedRecord) => object): Busy => ({
  after({ name }, { body }) {
    if (name !== 'GET /events') return undefined
    const { data, ...page } = body as { data: FeedRecord[] }
    return {
      ...page,
      data: data.map((record) => ({ ...record, delivery: { ...record.delivery, ...delivery(record) } })),
    }
  },
})

t.test('an attempt that never came to the receiver has failed, whatever the one that came was answered', async (t) => {
  const lost = { attempts: 2, status: 'failed', last_response_status: null }
  const busy = inFeed(({ delivery }) => (delivery.last_response_status === 299 ? lost : {}))
  expectNoBlame(t, await judgeBusy(t, busy, 'delivery.any-2xx-is-success'), 'delivery.any-2xx-is-success')
})

t.test('an attempt that never came is counted where there was time for it, and only there', async (t) => {
  const counting = (gapMs: number) =>
    inFeed(({ created_at, delivery }) =>
      delivery.attempts === 2
        ? { attempts: 3, last_attempt_at: new Date(Date.parse(created_at) + gapMs).toISOString() }
        : {},
    )
  const [check, rule] = ['delivery.failed-attempt-is-made-again', 'feed.delivery-has-attempts']
  expectNoBlame(t, await judgeBusy(t, counting(360_000), check), rule)
  expectBlame(t, await judgeBusy(t, counting(62_000), check), rule)
})

// The feed of a target whose deliveries go on while it is read.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

type FeedRecord = { type?: string; created_at?: string; delivery?: object }

/** Until a filter is asked for, what was just raised is shown as not delivered yet. */
const deliveringLate = (): Busy => {
  let isFiltered = false
  return {
    before(call) {
      if (call.query.has('delivery_status')) isFiltered = true
    },
    after(call, { body }) {
      if (isFiltered || call.name !== 'GET /events') return undefined
      const { data, ...page } = body as { data: FeedRecord[] }
      const pending = { status: 'pending', attempts: 0, last_attempt_at: null, last_response_status: null }
      const show = (record: FeedRecord) =>
        record.type === 'order.resumed'
          ? { ...record, delivery: { ...pending, next_attempt_at: record.created_at } }
          : record
      return { ...page, data: data.map(show) }
    },
  }
}

const check = 'feed.filters-agree-with-the-whole'
const rule = 'feed.delivery-status-filter'

t.test('an attempt that is made between two reads is not held against the filter', async (t) => {
  expectNoBlame(t, await judgeBusy(t, deliveringLate(), check), rule, 'feed.type-filter', 'feed.order-id-filter')
})

t.test('a filter that leaves out what it should show is still seen', async (t) => {
  const busy: Busy = {
    after(call, { body }) {
      if (!call.query.has('delivery_status')) return undefined
      const { data, ...page } = body as { data: FeedRecord[] }
      return { ...page, data: data.slice(1) }
    },
  }
  expectBlame(t, await judgeBusy(t, busy, check), rule)
})

// An attempt that a target made in vain, after one that the receiver answered.
// Silent for up to 300 s.
import t from 'tap'
import { expectNoBlame, judgeBusy, type Busy } from '../meanwhile/busy-target.ts'

t.test('an attempt that never came to the receiver has failed, whatever the one that came was answered', async (t) => {
  const lost = { attempts: 2, status: 'failed', last_response_status: null }
  const busy: Busy = {
    after({ name }, { body }) {
      if (name !== 'GET /events') return undefined
      const { data, ...page } = body as { data: { delivery: { last_response_status: number | null } }[] }
      const shown = data.map((record) =>
        record.delivery.last_response_status === 299
          ? { ...record, delivery: { ...record.delivery, ...lost } }
          : record,
      )
      return { ...page, data: shown }
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, 'delivery.any-2xx-is-success'), 'delivery.any-2xx-is-success')
})

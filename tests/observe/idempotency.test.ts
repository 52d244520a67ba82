// What a creation that is sent again shows.
import t from 'tap'
import { type Call, create, shownStatus } from './call-traffic.ts'

t.test('a creation sent again shows whether it says so', async (t) => {
  const freedom = 'idempotency.replay-marker'
  const once: Call = { ...create, key: 'k' }
  const again: Call = { ...once, at: 100 }
  t.same(shownStatus(freedom, once, again), ['unmarked'])
  t.same(shownStatus(freedom, once, { ...again, headers: [['Idempotency-Replayed', 'true']] }), ['marked-by-header'])
  t.same(shownStatus(freedom, once, { ...again, headers: [['X-Something', '1']] }), [])
  t.same(shownStatus(freedom, once, { ...again, at: 5 }), [], 'both were under way')
  t.same(shownStatus(freedom, once, { ...again, key: 'l' }), [])
})

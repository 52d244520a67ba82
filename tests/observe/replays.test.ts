// What a creation that is sent again shows.
import t from 'tap'
import { type Call, create, told } from './call-traffic.ts'

t.test('a creation sent again tells whether it says so', async (t) => {
  const freedom = 'idempotency.replay-marker'
  const once: Call = { ...create, key: 'k' }
  const again: Call = { ...once, at: 100 }
  t.same(told(freedom, once, again), ['unmarked'])
  t.same(told(freedom, once, { ...again, headers: [['Idempotency-Replayed', 'true']] }), ['marked-by-header'])
  t.same(told(freedom, once, { ...again, headers: [['X-Something', '1']] }), [])
  t.same(told(freedom, once, { ...again, at: 5 }), [], 'both were under way')
  t.same(told(freedom, once, { ...again, key: 'l' }), [])
})

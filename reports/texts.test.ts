// Counts in words.
import t from 'tap'
import { andMore, times } from './texts.ts'

t.test('one is no plural, and none is', async (t) => {
  t.equal(times(0, 'check'), '0 checks')
  t.equal(times(1, 'check'), '1 check')
  t.equal(times(2, 'check'), '2 checks')
  t.equal(times(1, 'new entry'), '1 new entry')
  t.equal(times(2, 'new entry'), '2 new entries')
  t.equal(times(3, 'delivery'), '3 deliveries')
  t.equal(times(2, 'day'), '2 days')
})

t.test('no more is not said', async (t) => {
  t.equal(andMore('a.b', 0, 'rule'), 'a.b')
  t.equal(andMore('a.b', 1, 'rule'), 'a.b and 1 more rule')
  t.equal(andMore('a.b', 2, 'rule'), 'a.b and 2 more rules')
})

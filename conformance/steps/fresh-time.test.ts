// Shows which times of a second signature are its own, and which are kept or of another clock.
import t from 'tap'
import { isFreshTime } from './fresh-time.ts'

t.test('a time that was taken again', async (t) => {
  t.ok(isFreshTime(1_000, 1_060, 60))
  t.ok(isFreshTime(1_000, 1_052, 60), 'by another sender, whose clock is behind')
  t.ok(isFreshTime(1_000, 1_060, 71), 'over a slow network')
  t.ok(isFreshTime(1_000, 1_001, 0.4), 'at once')
})

t.test('one that was kept, or is of a clock that was moved', async (t) => {
  t.notOk(isFreshTime(1_000, 1_000, 60))
  t.notOk(isFreshTime(1_000, 1_000, 12))
  t.notOk(isFreshTime(1_000, 1_060, 12))
})

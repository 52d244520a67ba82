// What a run knows of the target's clock.
import t from 'tap'
import { createTargetClock } from './target-clock.ts'

t.test('a clock that goes keeps its distance from ours', async (t) => {
  let now = 1_000
  const clock = createTargetClock(() => now)
  t.equal(clock.offset, 0)
  clock.set(500)
  now += 10_000
  t.equal(clock.offset, 500)
})

t.test('a clock that stands still falls back until it is set again', async (t) => {
  let now = 1_000
  const clock = createTargetClock(() => now)
  clock.set(500)
  clock.stop()
  t.equal(clock.offset, 500)
  now += 2_000
  t.equal(clock.offset, -1_500)
  clock.set(60_000)
  t.equal(clock.offset, 60_000)
  now += 1_000
  t.equal(clock.offset, 59_000)
})

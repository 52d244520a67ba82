import t from 'tap'
import { persistsOnRetry } from './persists-on-retry.ts'

t.test('what comes once is nothing, and the call is not made again without need', async (t) => {
  let calls = 0
  const again = async () => {
    calls += 1
    return []
  }
  t.strictSame(await persistsOnRetry([], again), [])
  t.equal(calls, 0)
  t.strictSame(await persistsOnRetry(['another'], again), [])
  t.equal(calls, 1)
})

t.test('what comes each time is left, as it came last', async (t) => {
  let calls = 0
  t.strictSame(await persistsOnRetry([0], async () => [(calls += 1)]), [2])
})

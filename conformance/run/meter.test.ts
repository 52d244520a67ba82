import t from 'tap'
import { createMeter } from './meter.ts'

t.test('every request and millisecond is booked to the phase it fell in', async (t) => {
  let [requests, now] = [0, 0]
  const spend = (count: number): void => {
    requests += count
    now += 10 * count
  }
  const planned = [
    { phase: 'preflight', requests: 3 },
    { phase: 'checks.list', requests: 4 },
    { phase: 'cleanup', requests: 1 },
  ]
  const meter = createMeter({ planned, requests: () => requests, now: () => now })
  meter.begin('preflight')
  spend(3)
  meter.begin('checks.list')
  spend(2)
  meter.begin('checks.feed')
  spend(1)
  await meter.during('checks.limits', async () => spend(5))
  spend(1)
  meter.begin('checks.list')
  spend(4)
  const row = (phase: string, count: number, spent: number) => ({
    type: 'phase-spent',
    phase,
    planned: count,
    spent,
    ms: spent * 10,
  })
  t.strictSame(meter.rows(), [
    row('preflight', 3, 3),
    row('checks.list', 4, 6),
    row('cleanup', 1, 0),
    row('checks.feed', 0, 2),
    row('checks.limits', 0, 5),
  ])
})

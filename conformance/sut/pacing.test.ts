// Requests are paced below the limit, each client alone.
import t from 'tap'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { createPacing } from './pacing.ts'

/** Time that passes only by sleeping. */
const clockwork = () => {
  let at = 0
  return { now: () => at, sleep: async (ms: number) => void (at += ms), at: () => at }
}

t.test('pacing keeps every minute below the limit, from the first request on', async (t) => {
  const clock = clockwork()
  const pacing = createPacing({ requestsPerMinute: 60, ...clock })
  const times: number[] = []
  for (let sent = 0; sent < 200; sent += 1) {
    await pacing.take('cli_1')
    times.push(clock.at())
  }
  const busiest = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length))
  t.ok(busiest <= 60, `${busiest} in a minute`)
  t.ok(times[20] === 0, 'a burst goes out at once')
  t.ok(times[199]! < 60_000 * 8, 'and it does not crawl')
})

t.test('each client is paced on its own, and a pause is kept', async (t) => {
  const clock = clockwork()
  const pacing = createPacing({ requestsPerMinute: 600, ...clock })
  pacing.pause('cli_1', 12)
  await pacing.take('cli_2')
  t.equal(clock.at(), 0)
  await pacing.take('cli_1')
  t.ok(clock.at() >= 12_000)
})

t.test('where a window can be renewed, nobody waits', async (t) => {
  const clock = clockwork()
  let renewed = 0
  const pacing = createPacing({ requestsPerMinute: 60, ...clock, renew: async () => void (renewed += 1) })
  for (let sent = 0; sent < 200; sent += 1) await pacing.take('cli_1')
  t.equal(clock.at(), 0)
  t.ok(renewed >= 2)
})

t.test('where windows turn out to slide, what was sent too quickly is waited for', async (t) => {
  const clock = clockwork()
  let slides = false
  const pacing = createPacing({
    requestsPerMinute: 60,
    ...clock,
    renew: async () => null,
    slides: () => slides,
  })
  for (let sent = 0; sent < 50; sent += 1) await pacing.take('cli_1')
  t.equal(clock.at(), 0)
  slides = true
  const times: number[] = []
  for (let sent = 0; sent < 100; sent += 1) {
    await pacing.take('cli_1')
    times.push(clock.at())
  }
  t.ok(times[0]! >= 60_000, 'the window is empty again')
  const busiest = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length))
  t.ok(busiest <= 60, `${busiest} in a minute`)
})

const broken = () => {
  throw blocked(reason('control-refused', { request: 'POST /rate-limit/renew', answer: '500' }))
}

t.test('without new windows, who has sent little waits for nothing', async (t) => {
  const clock = clockwork()
  const pacing = createPacing({ requestsPerMinute: 60, ...clock, renew: broken })
  for (let sent = 0; sent < 20; sent += 1) await pacing.take('cli_1')
  pacing.stopRenewing()
  const times: number[] = Array.from({ length: 20 }, () => 0)
  for (let sent = 0; sent < 100; sent += 1) {
    await pacing.take(sent < 80 ? 'cli_1' : 'cli_2')
    if (sent < 80) times.push(clock.at())
    if (sent === 9) t.equal(clock.at(), 0, 'the burst of a client that was never quicker')
  }
  const busiest = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length))
  t.ok(busiest <= 60, `${busiest} in a minute`)
})

t.test(
  'without new windows, who has sent much waits until none of it counts, and as long as the target asked',
  async (t) => {
    for (const paused of [0, 90]) {
      const clock = clockwork()
      const pacing = createPacing({ requestsPerMinute: 60, ...clock, renew: broken })
      for (let sent = 0; sent < 50; sent += 1) await pacing.take('cli_1')
      pacing.pause('cli_1', paused)
      pacing.stopRenewing()
      await pacing.take('cli_1')
      t.ok(clock.at() >= Math.max(60, paused) * 1000, `${clock.at()} ms`)
    }
  },
)

t.test('a request that asked for no turn leaves less for those that do', async (t) => {
  const clock = clockwork()
  const pacing = createPacing({ requestsPerMinute: 60, ...clock })
  for (let sent = 0; sent < 30; sent += 1) pacing.pass('cli_1')
  await pacing.take('cli_1')
  t.ok(clock.at() > 0)
})

import t from 'tap'
import type { Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createBounds, mostRequests } from './bounds.ts'

const exchange = ({ bytes = 0, ...given }: Partial<Exchange> & { bytes?: number } = {}): Exchange => ({
  ...exchangeOf({ body: new Uint8Array(bytes) }),
  ...given,
})

const watched = () => {
  const passed: string[] = []
  const clock = { ms: 0 }
  const timers: { ms: number; call: () => void }[] = []
  const bounds = createBounds({
    mostMinutes: 5,
    now: () => clock.ms,
    later: (ms, call) => void timers.push({ ms, call }),
    onPassed: (code, message) => {
      t.match(message, /^[^\n;]+: [^\n;]+; what was judged until then is reported\.$/)
      passed.push(code)
    },
  })
  return { bounds, clock, passed, timers }
}

t.test('half as many requests again as were planned, and those of two minutes, but no more', async (t) => {
  t.equal(mostRequests(1_500), 3_450)
  const { bounds, passed } = watched()
  bounds.plan(10)
  for (let sent = 0; sent < mostRequests(10); sent += 1) bounds.saw(exchange())
  t.strictSame(passed, [])
  bounds.saw(exchange())
  bounds.saw(exchange())
  t.strictSame(passed, ['too_many_requests'], 'once')
})

t.test('before a run is planned no number of requests is too many', async (t) => {
  const { bounds, passed } = watched()
  for (let sent = 0; sent < 600; sent += 1) bounds.saw(exchange())
  t.strictSame(passed, [])
})

t.test('a run that takes too long is ended, counted from its first moment, and so where it only waits', async (t) => {
  const { bounds, clock, passed, timers } = watched()
  t.same(
    timers.map(({ ms }) => ms),
    [5 * 60_000],
  )
  clock.ms = 4 * 60_000
  bounds.plan(10)
  clock.ms += 60_000
  bounds.saw(exchange())
  t.strictSame(passed, [])
  clock.ms += 1
  bounds.saw(exchange())
  t.strictSame(passed, ['out_of_time'])
  const waiting = watched()
  waiting.timers[0]!.call()
  t.strictSame(waiting.passed, ['out_of_time'], 'without an exchange')
})

t.test('minutes spent on answers that never came', async (t) => {
  const { bounds, passed } = watched()
  bounds.plan(1_000)
  for (let call = 0; call < 30; call += 1) bounds.saw(exchange({ response: null, ms: 20_000 }))
  for (let call = 0; call < 30; call += 1) bounds.saw(exchange({ ms: 20_000 }))
  t.strictSame(passed, [], 'ten minutes, and answers however slow')
  bounds.saw(exchange({ response: null, ms: 20_000 }))
  t.strictSame(passed, ['too_many_unanswered'])
})

t.test('megabytes of answers, files aside', async (t) => {
  const { bounds, passed } = watched()
  bounds.plan(1_000)
  const large = exchange({ bytes: 8 * 1024 * 1024 })
  for (let call = 0; call < 100; call += 1) bounds.saw({ ...large, operation: 'downloadDocument' })
  for (let call = 0; call < 8; call += 1) bounds.saw(large)
  t.strictSame(passed, [])
  bounds.saw(large)
  t.strictSame(passed, ['answers_too_large'])
})

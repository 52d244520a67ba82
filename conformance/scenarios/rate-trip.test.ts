// A rate limit window that is over before it is used up: by the word of the target, or because the run was too slow for it.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { StepContext } from '../kit/context.ts'
import { createRateWindows } from '../sut/rate-windows.ts'
import { rateTrip } from './rate-trip.ts'

/** Trips the limit of a target: `seconds` is the length of its windows, `msEach` the time that each request takes. */
const trip = async ({ seconds, msEach }: { seconds: number; msEach: number }) => {
  let at = 1_000_000
  let window = { beganAt: at, left: 600 }
  const rates = createRateWindows(() => at)
  const call = async (operation: string): Promise<Answered> => {
    const startedAt = at
    at += msEach
    if (at - window.beganAt >= seconds * 1000) window = { beganAt: at, left: 600 }
    const status = window.left > 0 ? 200 : 429
    window.left = Math.max(0, window.left - 1)
    const headers = [
      ['X-RateLimit-Remaining', String(window.left)],
      ['X-RateLimit-Reset', String(Math.ceil(window.beganAt / 1000 + seconds))],
      ['Date', new Date(at).toUTCString()],
    ]
    const response = { status, headers, body: Buffer.from('{}') }
    const answer = { id: 'x1', role: 'main', operation, startedAt, ms: msEach, response } as unknown as Answered
    rates.saw(answer)
    return answer
  }
  const renewRateLimit = async (): Promise<void> => {
    window = { beganAt: at, left: 600 }
    rates.begun()
  }
  const has = (): boolean => false
  const control = { renewRateLimit, offers: () => true }
  const context = { client: { call }, control, rates, has, secretOf: () => ({ client_id: '', client_secret: '' }) }
  return rateTrip.run(context as unknown as StepContext)
}

const reasonOf = (given: Parameters<typeof trip>[0]): Promise<unknown> =>
  trip(given).then(
    ({ refusal }) => refusal?.response.status,
    (error: unknown) => (error instanceof Inconclusive ? [error.verdict, error.reason] : error),
  )

t.test('one that is used up in time is tripped', async (t) => {
  t.equal(await reasonOf({ seconds: 60, msEach: 20 }), 429)
})

t.test('a run that is too slow for it does not blame the target', async (t) => {
  t.match(await reasonOf({ seconds: 60, msEach: 200 }), ['not-tested', { code: 'rate-not-used-up-in-time' }])
})

t.test('a target that begins another one early does', async (t) => {
  t.match(await reasonOf({ seconds: 10, msEach: 50 }), ['inconclusive', { code: 'rate-window-too-short' }])
})

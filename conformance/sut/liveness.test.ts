// A target, or a proxy before it, that refuses again and again, or answers no longer: the run ends with who it was.
import t from 'tap'
import type { Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createLiveness } from './liveness.ts'

const watched = (pings: boolean[] = []) => {
  const lost: [code: string, message: string][] = []
  const slept: number[] = []
  const liveness = createLiveness({
    ping: async () => pings.shift() ?? false,
    sleep: async (ms) => void slept.push(ms),
    onLost: (...why) => void lost.push(why),
  })
  return { liveness, lost, slept }
}

const answered = (status: number): Exchange => exchangeOf({ status, body: {} })

const page = (status: number): Exchange => ({
  ...answered(status),
  response: { status, headers: [], body: new Uint8Array(Buffer.from('<html><body><hr><center>nginx</center></html>')) },
})

t.test('a proxy that refuses calls for its rate is named once, and what it is to set', async (t) => {
  for (const status of [429, 503]) {
    const { liveness, lost } = watched()
    liveness.refused(status, 'nginx')
    t.strictSame(lost, [], 'one call may be bad luck')
    for (let more = 0; more < 3; more += 1) liveness.refused(status, 'nginx')
    t.equal(lost.length, 1)
    const [[code, message]] = lost as [[string, string]]
    t.equal(code, 'not_the_service')
    t.match(message, `Something before the service (nginx) answers ${status} again and again`)
    t.match(message, 'set the limit of nginx above the rate of the contract')
  }
})

t.test('a service that refuses is named itself, and an answer between is no refusal', async (t) => {
  const { liveness, lost } = watched()
  liveness.refused(503)
  await liveness.saw(answered(200))
  liveness.refused(503)
  t.strictSame(lost, [])
  await liveness.saw(answered(503))
  liveness.refused(503)
  t.match(lost, [['target_not_serving', /^The target says that it is not serving \(503\)/]])
})

t.test(
  'what a proxy answers for a service that is away is looked into, with pauses, before the run is ended',
  async (t) => {
    const gone = watched([false, false, false])
    await gone.liveness.saw(answered(502))
    t.strictSame(gone.slept, [], 'one may be of a call that is made to be cut')
    await gone.liveness.saw(answered(504))
    t.match(gone.lost, [['target_lost', /a proxy answers 504 in its place/]])
    t.strictSame(gone.slept, [2_000, 5_000])
    const back = watched([false, true])
    for (const status of [502, 504]) await back.liveness.saw(answered(status))
    t.strictSame(back.lost, [])
  },
)

for (const status of [429, 503])
  t.test(
    `a limit before the service that refuses every second call with ${status} is given up soon, once`,
    async (t) => {
      const { liveness, lost } = watched()
      let calls = 0
      for (; calls < 200 && lost.length === 0; calls += 1)
        await liveness.saw(calls % 2 === 0 ? page(status) : answered(200))
      t.equal(calls, 39)
      for (let more = 0; more < 20; more += 1) await liveness.saw(page(status))
      t.match(lost, [['not_the_service', new RegExp(`\\(nginx\\) answers ${status} again and again`)]])
      t.equal(lost.length, 1)
    },
  )

t.test('a few refusals in passing, and those of the service itself, give nothing up', async (t) => {
  const passing = watched()
  for (let call = 0; call < 600; call += 1) await passing.liveness.saw(call % 4 === 0 ? page(503) : answered(200))
  t.strictSame(passing.lost, [])
  const own = watched()
  for (let call = 0; call < 100; call += 1) await own.liveness.saw(answered(call % 2 === 0 ? 429 : 200))
  t.strictSame(own.lost, [])
  const burst = watched()
  for (let call = 0; call < 100; call += 1) await burst.liveness.saw(page(429), true)
  t.strictSame(burst.lost, [], 'a burst that is made to be refused')
})

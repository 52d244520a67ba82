// A target, or a proxy before it, that refuses again and again, or answers no longer: the run ends with who it was.
import t from 'tap'
import type { Exchange } from '../evidence/exchange.ts'
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

const answered = (status: number): Exchange => ({ response: { status }, failure: null }) as Exchange

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

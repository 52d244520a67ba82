// One answer of a run that is lost: what nothing showed for it is blocked, and names the call.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { Wire } from '../conformance/sut/send.ts'
import { isBlocked } from '../reports/blocked.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const walked = new Set(['lifecycle.walked-orders-show-their-moves', 'random.plans-keep-the-contract'])

/** The answer to the third move of an order never comes. */
const losing = (wire: Wire): Wire => {
  let moves = 0
  return {
    async send(message) {
      const sent = await wire.send(message)
      if (!message.url.endsWith('/advance') || (moves += 1) !== 3) return sent
      return { ...sent, response: null, failure: { kind: 'reset', message: 'ECONNRESET' } }
    },
    close: () => wire.close(),
  }
}

t.test('a rule that nothing showed while an answer was lost is blocked, and not merely untested', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => walked.has(id))
  const judged = await judge(simulator.profile(), { checks, through: losing, options: { rerun: false } })
  const verdicts = [...verdictsIn(judged).values()]
  const blocked = verdicts.filter(isBlocked)
  t.ok(blocked.length > 0, 'some are blocked')
  t.match(
    blocked.find(({ reason_code: code }) => code === 'answer-lost')?.reason,
    /POST .*\/advance got no answer \(ECONNRESET\)/,
  )
  const silence = ['not-exercised', 'not-in-random-orders', 'not-seen-on-walk']
  const silent = verdicts.filter(({ reason_code: code }) => silence.includes(code ?? ''))
  t.strictSame(
    silent.map(({ rule }) => rule),
    [],
    'nothing is left to silence',
  )
})

// A run that loses one answer: what it may say of the rules that pass where nothing is lost.
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { keepGate, type Ending } from '../conformance/gate/keep-gate.ts'
import { areaOf } from '../conformance/run/select-checks.ts'
import { seededRandom } from '../conformance/kit/seeded-random.ts'
import type { Wire, WireRequest } from '../conformance/sut/send.ts'
import { isBlocked } from '../reports/blocked.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge, type JudgedRun } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

/** Whether the target gets the call of which the answer is lost, or the call is lost too. */
type Lost = { nth: number; arrives: boolean }

/** Some of the calls of a run, one of each stretch of it. */
export const lostAnswers = (calls: number, count: number, name: string, seed = 20_261_129): Lost[] => {
  const random = seededRandom(seed, name)
  return Array.from({ length: count }, (_, index) => ({
    nth: 1 + Math.floor(((index + random()) * calls) / count),
    arrives: random() < 0.7,
  }))
}

const isOfService = ({ url }: WireRequest): boolean => /\/v1\//.test(url)

/** The answer to one call of the service never comes; `calls` are all that were made, the lost one with them. */
const losingWire = (wire: Wire, { nth, arrives }: Lost, calls: string[] = []): Wire => ({
  async send(message) {
    if (!isOfService(message) || calls.push(`${message.method} ${new URL(message.url).pathname}`) !== nth)
      return wire.send(message)
    const sent = arrives ? await wire.send(message) : { startedAt: Date.now(), ms: 1 }
    return { ...sent, response: null, failure: { kind: 'reset', message: 'ECONNRESET' } }
  },
  close: () => wire.close(),
})

const gating = { name: 'all', strict: true, rule: () => true, check: () => true }

type LosingRun = { judged: JudgedRun; ending: Ending; calls: string[] }

/** @param only - areas or checks */
export const runLosing = async (only: readonly string[], lost: Lost): Promise<LosingRun> => {
  const simulator = await createSimulator()
  const checks = (await loadChecks()).filter((check) => only.includes(areaOf(check)) || only.includes(check.id))
  const calls: string[] = []
  try {
    const through = (wire: Wire): Wire => losingWire(wire, lost, calls)
    const judged = await judge(simulator.profile(), { checks, through, options: { rerun: false } })
    const gate = keepGate({ checks, gating, baseline: null, date: '2026-01-01' })
    for (const event of judged.events) gate.hear(event)
    return { judged, ending: gate.settle(judged.result).ending, calls }
  } finally {
    await simulator.close()
  }
}

/** What is wrong with a run that lost one answer, beside one that lost none; nothing where it says all that it must. */
export const wrongsOf = ({ judged, ending, calls }: LosingRun, whole: LosingRun, { nth }: Lost): string[] => {
  const call = calls[nth - 1] ?? 'no call'
  const { exit_code: code, reason, outcome } = ending
  if (outcome === 'preflight-failed') return code === 2 && reason ? [] : [`preflight ended with ${code}`]
  const before = verdictsIn(whole.judged)
  const after = [...verdictsIn(judged).values()]
  const changed = after.filter(({ rule, verdict }) => before.get(rule)?.verdict === 'pass' && verdict !== 'pass')
  const explained = (one: (typeof after)[number]): boolean => isBlocked(one) && (one.reason ?? '').includes(call)
  return [
    ...after.flatMap(({ rule, verdict }) => (verdict === 'fail' || verdict === 'arguable' ? [`${rule} violated`] : [])),
    ...after.flatMap(({ rule, verdict, reason: why }) => (verdict === 'error' ? [`${rule} error: ${why}`] : [])),
    ...changed.flatMap((one) =>
      explained(one) ? [] : [`${one.rule} ${one.verdict} ${one.reason_code} ${one.reason_kind}: ${one.reason}`],
    ),
    ...(changed.length > 0 && code !== 2 ? [`exit code ${code}`] : []),
  ]
}

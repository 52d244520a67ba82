// One examination made: its deliveries sent, its answers compared, and what it has to say of its rules.
import { worst } from '../../reports/roll-up.ts'
import { reasonIn } from '../../reports/recorded-reason.ts'
import type { CheckFinished, Finding } from '../../reports/run-record.ts'
import type { Assertion } from '../evidence/assertion.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { findingOf } from '../evidence/failure.ts'
import { blocked, notTested, reason, type GivenReason } from '../evidence/inconclusive.ts'
import { outcomesOf } from '../verdict/check-outcome.ts'
import { watchState, type State, type Watch } from './effects.ts'
import { rulesOf, type Bench, type Examination, type Step } from './examination.ts'
import { isTaken } from './first-delivery.ts'
import { judgeAnswer, shownAnswer } from './judge-answer.ts'
import { isBusy, type Patience } from './patience.ts'

export type Made = { finished: CheckFinished; findings: Finding[] }

type Setup = {
  bench: Bench
  limitMs: number
  send(step: Step, source: string): Promise<Exchange>
  patience: Patience
  /** Whether the receiver took a delivery so far: one that is busy at each of them takes none. */
  takes(): boolean
  /** Undefined where nothing shows the state of the system. */
  state: State | undefined
}

const sendAll = async (
  examination: Examination,
  { bench, send: sendOnce, patience }: Setup,
  watch: Watch | null,
): Promise<[Step, Exchange][]> => {
  const { id } = examination
  const steps = examination.steps(bench)
  patience.begin()
  const send = async (step: Step): Promise<Exchange> =>
    patience.whenAnswered(await sendOnce(step, id), () => sendOnce(step, id))
  const together = steps.filter(({ atOnce }) => atOnce)
  const answerOf = async (step: Step): Promise<[Step, Exchange]> => [step, await sendOnce(step, id)]
  const sent = await Promise.all(together.map(answerOf))
  const inTurn = steps.slice(together.length)
  for (const [index, step] of inTurn.entries()) {
    sent.push([step, await send(step)])
    const isLastBefore = step.before === 'taken' && inTurn[index + 1]?.before === undefined
    if (isLastBefore && (examination.effect?.of ?? 'none') !== 'none') await watch?.afterFirst()
  }
  return sent
}

/** Of those that were sent at the same time one is enough, and nothing is known where the receiver was busy. */
const isSettled = (sent: readonly [Step, Exchange][]): boolean =>
  sent.some(([{ atOnce }, answer]) => atOnce && (isTaken(answer) || isBusy(answer)))

/** A pass that an answer alone cannot give is none. */
const shownBy = (assertions: readonly Assertion[], { unseen = [] }: Examination): Assertion[] =>
  assertions.filter(({ rule, passed }) => !passed || !unseen.includes(rule))

const silent: ReadonlySet<string> = new Set(['nothing-compared', 'stopped-after-failure'])

const finish = (
  examination: Examination,
  assertions: readonly Assertion[],
  { stopped = null, ms = 0, requests = 0 }: { stopped?: unknown; ms?: number; requests?: number },
): CheckFinished => {
  const unseen = stopped === null ? (examination.unseen ?? []) : []
  const left = new Map(unseen.map((rule) => [rule, notTested('effect-not-visible')]))
  const outcomes = outcomesOf(rulesOf(examination), assertions, { stopped, inFlight: 0, unlooked: false, left })
  // A rule that these answers do not show is asserted by another examination.
  const shown = outcomes.filter(({ reason_code: code }) => !silent.has(code ?? ''))
  const judged = shown.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  const verdict = worst((judged.length > 0 ? judged : shown).map((outcome) => outcome.verdict))
  const why = reasonIn(shown.find((outcome) => outcome.verdict === verdict))
  return { type: 'check-finished', check: examination.id, verdict, ...why, requests, ms, outcomes: shown }
}

export const leaveOut = (examination: Examination, reason: GivenReason): Made => ({
  finished: finish(examination, [], { stopped: notTested(reason) }),
  findings: [],
})

export const makeExamination = async (examination: Examination, setup: Setup): Promise<Made> => {
  const lack = examination.lacks?.(setup.bench) ?? null
  if (lack !== null) return leaveOut(examination, lack)
  const started = performance.now()
  const { effect } = examination
  const watch = effect && setup.state ? await watchState(effect, setup.state) : null
  let requests = 0
  const send: Setup['send'] = (step, source) => {
    requests += 1
    return setup.send(step, source)
  }
  const all = await sendAll(examination, { ...setup, send }, watch)
  const sent = isSettled(all) ? all.filter(([{ atOnce }, answer]) => !atOnce || isTaken(answer)) : all
  const { isUnknown } = setup.patience
  const busy = setup.takes() ? sent.find(([{ before }, answer]) => before !== 'any' && isUnknown(answer)) : undefined
  const stopped = busy ? blocked(reason('receiver-busy', { answer: shownAnswer(busy[1], setup.limitMs) })) : null
  const judged = busy ? sent.filter(([, answer]) => !isUnknown(answer)) : sent
  const answered = judged.flatMap(([step, exchange]) => judgeAnswer(examination, step, exchange, setup.limitMs))
  const done = await watch?.settle([sent.at(-1)![1].id])
  const compared = [...answered, ...(done ? [done] : [])]
  const findings = compared.filter(({ passed }) => !passed).map((one) => findingOf(one, examination.id, () => null))
  const ms = Math.round(performance.now() - started)
  const shown = [...shownBy(answered, examination), ...(done ? [done] : [])]
  // Without one of its answers it may find a breach, and proves nothing.
  const proved = busy ? shown.filter(({ rule, passed }) => !passed || rule !== examination.rule) : shown
  return { finished: finish(examination, proved, { stopped, ms, requests }), findings }
}

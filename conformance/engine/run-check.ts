// Runs one check and returns the outcome of each of its rules, however the check ends.
import { timeText } from '../../reports/texts.ts'
import { worst } from '../../reports/roll-up.ts'
import { reasonIn, type RecordedReason } from '../../reports/recorded-reason.ts'
import type { VerdictName } from '../../reports/run-record.ts'
import type { Check } from '../kit/check.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { findingOf } from '../evidence/failure.ts'
import { Inconclusive, notTested, reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { CheckContext, StepContext } from '../kit/context.ts'
import { outcomesOf, type RuleOutcome } from '../verdict/check-outcome.ts'
import type { Contexts } from './contexts.ts'
import { createExpect } from '../kit/expect.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { hindranceOf } from './hindrance.ts'
import type { Session } from './session.ts'
import { excuseIn } from './switches.ts'
import { unlessStopped } from './stopped.ts'

export type CheckResult = RecordedReason & {
  check: string
  outcomes: RuleOutcome[]
  verdict: VerdictName
  /** Requests sent by the check itself. */
  requests: number
  ms: number
  /** Whether it ended because the target did not answer. */
  unanswered: boolean
}

type RunCheckOptions = {
  /** Cuts it off, with what it compared until then. */
  signal?: AbortSignal | undefined
  /** Rules whose own needs are not met, and why. */
  lacking?: ReadonlyMap<string, GivenReason>
  /** Waits while others go on; where it is not given, nothing is waited for. */
  pause?: (ms: number) => Promise<void>
}

/** By the clock of the target, or by waiting for no longer than the run may. */
const passing = (
  { wait, id }: Check,
  { control, patientSeconds }: StepContext,
  pause: RunCheckOptions['pause'],
): CheckContext['letPass'] => {
  let waited = 0
  return async (seconds) => {
    if (control) return void (await control.advanceClock(seconds))
    waited += seconds
    if (!pause || waited > patientSeconds)
      throw notTested(reason('needs-time', { what: wait?.what ?? id, time: timeText(waited) }))
    await pause(1000 * seconds)
  }
}

export const runCheck = async (
  check: Check,
  session: Session,
  contexts: Contexts,
  { signal, lacking = new Map(), pause }: RunCheckOptions = {},
): Promise<CheckResult> => {
  const started = performance.now()
  const assertions: Assertion[] = []
  const left = new Map([...lacking].map(([rule, reason]) => [rule, notTested(reason)]))
  const unfinished = new Map<string, Inconclusive>()
  let requests = 0
  let unlooked = false
  let over = false
  let last: Exchange | null = null
  const forget = session.listeners.add({
    exchange(exchange) {
      if (exchange.source !== check.id) return
      requests += 1
      unlooked = true
      last = exchange
    },
  })

  const declared = (rule: string): void => {
    if (!check.verifies.includes(rule)) throw new Error(`it compared for ${rule}, which it does not declare`)
  }
  const leave = (rule: string, why: Inconclusive, isUnfinished: boolean): void => {
    declared(rule)
    if (over) return
    const kept = isUnfinished ? unfinished : left
    kept.set(rule, why)
    unlooked = false
  }
  const record = (assertion: Assertion): void => {
    declared(assertion.rule)
    if (over) return
    assertions.push(assertion)
    unlooked = false
    if (!assertion.passed) session.emit({ type: 'finding', ...findingOf(assertion, check.id, session.trace.look) })
  }
  const expect = createExpect(record, excuseIn(session), leave)

  const step = contexts.for(check.id)
  let stopped: unknown = null
  try {
    await unlessStopped(check.run({ ...step, expect, letPass: passing(check, step, pause) }), signal)
  } catch (error) {
    stopped = error
  }
  over = true
  forget()

  const outcomes = outcomesOf(check.verifies, assertions, {
    stopped,
    inFlight: step.client.inFlight,
    unlooked,
    left,
    unfinished,
    ...hindranceOf(session.trace, last),
  })
  const verdict = worst(outcomes.map((outcome) => outcome.verdict))
  return {
    check: check.id,
    outcomes,
    verdict,
    ...reasonIn(outcomes.find((outcome) => outcome.verdict === verdict)),
    requests,
    ms: Math.round(performance.now() - started),
    unanswered: stopped instanceof Inconclusive && stopped.cause === 'unanswered',
  }
}

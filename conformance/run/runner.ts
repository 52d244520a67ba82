// The run from preflight to verdicts: what was judged is reported, also when something cuts it short.
import type { RunFinished, VerdictName } from '../../reports/run-record.ts'
import type { Check } from '../checks/check.ts'
import { exitCodes, isCodedError } from '../coded-error.ts'
import { serviceRules } from '../contract.ts'
import { watchers } from '../judge/judge.ts'
import { outcomesOf } from '../verdict/check-outcome.ts'
import { rollUp, type RuleVerdict, type Spoken } from '../verdict/roll-up.ts'
import { notTested } from '../target/unjudged.ts'
import { cancelOpenOrders } from './cleanup.ts'
import { createContexts, type Contexts } from './contexts.ts'
import { unmetNeed } from './needs.ts'
import { preflight } from './preflight.ts'
import { runCheck, type CheckResult } from './run-check.ts'
import type { Session } from './session.ts'
import { openSubscription, type Subscription } from './subscription.ts'

export type RunOptions = {
  checks: readonly Check[]
  /** Checks that exist and were not asked for: their rules are not tested, and the report says why. */
  unasked: readonly Check[]
  allowOrders: boolean
  /** The share of the rules, of those that apply, that must be judged; from 0 to 1. */
  require: number
  /** A target of our own is stopped afterwards, so nothing is put back or cancelled there. */
  leaveAsIs: boolean
  /** Aborted by a signal: the check under way is finished, the rest is not begun. */
  signal: AbortSignal
}

export type RunResult = Pick<RunFinished, 'outcome' | 'exit_code' | 'reason'>

const skip = (check: Check, reason: string): CheckResult => ({
  check: check.id,
  outcomes: outcomesOf(check.verifies, [], { stopped: notTested(reason), inFlight: 0, unlooked: false }),
  verdict: 'not-tested',
  reason,
  requests: 0,
  ms: 0,
  unanswered: false,
})

const runChecks = async (session: Session, contexts: Contexts, options: RunOptions, subscription: Subscription) => {
  const results: CheckResult[] = []
  const ordersAllowed = options.allowOrders || session.profile.credentials.main.environment === 'sandbox'
  for (const check of options.checks) {
    if (options.signal.aborted) break
    session.emit({ type: 'check-started', check: check.id })
    const facts = { ...contexts.for(check.id), ordersAllowed, webhook: subscription.lacks }
    const unmet = unmetNeed(check.needs, facts)
    const result = unmet === null ? await runCheck(check, session, contexts) : skip(check, unmet)
    const { verdict, reason, requests, ms } = result
    session.emit({ type: 'check-finished', check: check.id, verdict: verdict as VerdictName, reason, requests, ms })
    results.push(result)
  }
  return results
}

const exitCodeOf = (verdicts: readonly RuleVerdict[], results: readonly CheckResult[], options: RunOptions): number => {
  if (options.signal.aborted) return exitCodes.couldNotJudge
  if (verdicts.some(({ verdict }) => verdict === 'fail')) return exitCodes.ruleBroken
  const unjudged = verdicts.some(({ verdict }) => verdict === 'error') || results.some(({ unanswered }) => unanswered)
  return unjudged || results.length < options.checks.length ? exitCodes.couldNotJudge : exitCodes.nothingBroken
}

/** What was judged of the rules that apply, when it is less than was asked for. */
const tooLittle = (verdicts: readonly RuleVerdict[], { require }: RunOptions): RunResult['reason'] => {
  const applying = verdicts.filter(({ verdict }) => verdict !== 'not-applicable')
  const judged = applying.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  if (judged.length >= require * applying.length) return null
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const message =
    `${judged.length} of ${applying.length} rules were judged (${percent(judged.length / applying.length)}), but --require asks for ` +
    `${percent(require)}; the list of what was not tested says what the profile lacks.`
  return { code: 'too_little_judged', message }
}

const conclude = (session: Session, results: readonly CheckResult[], options: RunOptions): RunResult => {
  const spoken: Spoken[] = [
    ...results.flatMap(({ check, outcomes }) => outcomes.map((outcome) => ({ ...outcome, source: check }))),
    ...session.judged.spoken(),
  ]
  const begun = new Set(results.map(({ check }) => check))
  const skipped = (checks: readonly Check[], reason: string) =>
    checks.flatMap((check) => skip(check, reason).outcomes.map((outcome) => ({ ...outcome, source: check.id })))
  spoken.push(
    ...skipped(
      options.checks.filter(({ id }) => !begun.has(id)),
      'the run was interrupted before it',
    ),
    ...skipped(options.unasked, 'its check was not asked for'),
  )
  const verdicts = rollUp(serviceRules(), spoken, watchers())
  for (const verdict of verdicts) session.emit({ type: 'rule-judged', ...verdict })
  const outcome = options.signal.aborted ? 'interrupted' : 'complete'
  const exit_code = exitCodeOf(verdicts, results, options)
  const reason = exit_code === exitCodes.nothingBroken ? tooLittle(verdicts, options) : null
  return { outcome, exit_code: reason ? exitCodes.couldNotJudge : exit_code, reason }
}

const prepared = async (session: Session): Promise<RunResult | null> => {
  session.emit({ type: 'phase', phase: 'preflight' })
  try {
    await preflight(session)
    session.openVerdicts()
    return null
  } catch (error) {
    if (!isCodedError(error)) throw error
    const { code, message, exitCode } = error
    return { outcome: 'preflight-failed', exit_code: exitCode, reason: { code, message } }
  }
}

/** Judges the target of a session and says how it ended; everything else is in the session's events. */
export const runSuite = async (session: Session, options: RunOptions): Promise<RunResult> => {
  const failed = await prepared(session)
  if (failed) return failed
  session.emit({ type: 'phase', phase: 'checks' })
  session.emit({ type: 'checks-planned', checks: options.checks.map(({ id }) => id), rules: serviceRules().length })
  const subscription = await openSubscription(session)
  const contexts = createContexts(session)
  // What others sent before us is not known, so that a window is begun whose every request is ours.
  await session.control?.renewRateLimit()
  for (const { id, atFullWindow } of options.checks)
    if (atFullWindow) session.atFullWindow = () => contexts.for(id).shared(atFullWindow)
  try {
    const results = await runChecks(session, contexts, options, subscription)
    session.emit({ type: 'phase', phase: 'cleanup' })
    if (!options.leaveAsIs) await cancelOpenOrders(session, contexts.orders)
    return conclude(session, results, options)
  } finally {
    if (!options.leaveAsIs || session.receiver === null) await subscription.end()
    else await session.receiver.close()
  }
}

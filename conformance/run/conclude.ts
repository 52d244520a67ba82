// The end of a run: one verdict for each rule from all results, and the outcome of the run.
import { isJudged } from '../../reports/judged-again.ts'
import { recordedReason } from '../../reports/reasons/reason.ts'
import type { RunFinished } from '../../reports/run-record.ts'
import type { RunResult } from '../engine/run-result.ts'
import { andMore, counted, times } from '../../reports/texts.ts'
import type { Check } from '../kit/check.ts'
import type { Gating } from '../gate/rule-set.ts'
import { exitCodes, isCodedError } from '../contract/coded-error.ts'
import { serviceRules } from '../contract/contract.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import { notTested, type GivenReason } from '../evidence/inconclusive.ts'
import { outcomesOf } from '../verdict/check-outcome.ts'
import { ruleVerdicts, type RuleResult, type RuleVerdict } from '../verdict/rule-verdicts.ts'
import type { CheckResult } from '../engine/run-check.ts'
import type { Session } from '../engine/session.ts'
import { withLostAnswers } from './lost-answers.ts'
import { unexercised } from './unexercised.ts'

/** Checks that were not begun, and the reason that the report gives for their rules. */
export type LeftOut = { checks: readonly Check[]; reason: GivenReason }

export type Ending = {
  results: readonly CheckResult[]
  leftOut: readonly LeftOut[]
  /** Planned checks that were not begun, though nobody stopped the run and no budget was spent. */
  missing: readonly Check[]
  interrupted: boolean
  /** Why no delivery could be judged; null where they could. */
  undelivered?: GivenReason | null
  /** The share of the rules, of those that apply, that must be judged; from 0 to 1. */
  require: number
  /** The rules and checks that decide; all of them by default. */
  gating?: Pick<Gating, 'rule' | 'check' | 'strict'> | undefined
  /** A part of a run says no more of the rules than its own checks and invariants did, and all of that for the whole. */
  isShard?: boolean
}

/** What decides how a run comes out, beside its verdicts. */
type EndingFacts = Pick<Ending, 'gating'> & {
  /** Null for a part of a run: the whole decides whether enough was judged. */
  require: number | null
  /** How many checks. */
  ran: number
  /** Ids of checks. */
  missing: readonly string[]
  unanswered: readonly string[]
}

export const skip = (check: Check, reason: GivenReason): CheckResult => ({
  check: check.id,
  outcomes: outcomesOf(check.verifies, [], { stopped: notTested(reason), inFlight: 0, unlooked: false }),
  verdict: 'not-tested',
  ...recordedReason(reason),
  requests: 0,
  ms: 0,
  unanswered: false,
})

/** The results of checks that are left out, for their rules. */
export const conclusionsOf = (leftOut: readonly LeftOut[]): RuleResult[] =>
  leftOut.flatMap(({ checks, reason }) =>
    checks.flatMap((check) => skip(check, reason).outcomes.map((outcome) => ({ ...outcome, source: check.id }))),
  )

/** What was judged of the rules that apply, when it is less than was asked for. */
const tooLittle = (verdicts: readonly RuleVerdict[], require: number | null): RunFinished['reason'] => {
  if (require === null) return null
  const applying = verdicts.filter(({ verdict }) => verdict !== 'not-applicable')
  const judged = applying.filter(({ verdict }) => isJudged(verdict))
  if (judged.length >= require * applying.length) return null
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const message =
    `${counted(judged.length)} of ${times(applying.length, 'rule')} ${judged.length === 1 ? 'was' : 'were'} judged (${percent(judged.length / applying.length)}), but --require asks for ` +
    `${percent(require)}; the list of what was not tested says what the profile lacks.`
  return { code: 'too_little_judged', message }
}

/**
 * Why a run without violations is inconclusive. Errors of single checks are no such reason: their rules
 * are shown as errors, and the others stand.
 */
const doubtOf = (
  verdicts: readonly RuleVerdict[],
  results: readonly RuleResult[],
  facts: EndingFacts,
): RunFinished['reason'] => {
  const { ran, missing, unanswered, require, gating } = facts
  if (missing.length > 0) {
    const message =
      `${times(ran, 'check')} ran, but ${ran + missing.length} were planned; ` +
      `${missing[0]} is the first of those that did not. See the run record for what came before.`
    return { code: 'fewer_checks_than_planned', message }
  }
  if (require !== null && !verdicts.some(({ verdict }) => isJudged(verdict))) {
    const message =
      'No rule was judged: every one is not tested, inconclusive or an error; the list of what was not tested says what to add.'
    return { code: 'nothing_judged', message }
  }
  const silent = unanswered.filter((check) => gating?.check(check) !== false)
  if (silent.length === 0) return tooLittle(verdicts, require)
  const checks = andMore(silent[0]!, silent.length - 1, 'check')
  const why =
    results.find(({ source, verdict }) => source === silent[0] && verdict === 'inconclusive') ??
    results.find(({ reason_code }) => reason_code === 'answer-lost')
  const message =
    typeof why?.reason === 'string'
      ? `${checks} could not be judged: ${why.reason}. ${why.remedy ?? 'See whether the target is up, and run again.'}`
      : `${checks} got no answer from the target; see whether it is up, and run again.`
  return { code: 'target_unanswered', message }
}

/** The verdicts that decide: without rules and checks that are newer than the rule set. */
const decidingOf = (verdicts: RuleVerdict[], results: readonly RuleResult[], { gating }: EndingFacts): RuleVerdict[] =>
  gating === undefined
    ? verdicts
    : ruleVerdicts(
        serviceRules().filter(({ id }) => gating.rule(id)),
        results.filter(({ source }) => gating.check(source)),
        invariantsByRule(),
        gating.strict,
      )

/** One verdict for each rule, from all results. */
export const verdictsOf = (results: readonly RuleResult[], isStrict: boolean): RuleVerdict[] =>
  ruleVerdicts(serviceRules(), results, invariantsByRule(), isStrict)

/** How a run came out that nothing cut short. */
export const resultOf = (verdicts: RuleVerdict[], results: readonly RuleResult[], facts: EndingFacts): RunResult => {
  const deciding = decidingOf(verdicts, results, facts)
  const reason = doubtOf(deciding, results, facts)
  if (deciding.some(({ verdict }) => verdict === 'fail'))
    return { outcome: 'complete', exit_code: exitCodes.ruleBroken, reason: null, ...(reason && { doubt: reason }) }
  return {
    outcome: 'complete',
    exit_code: reason ? exitCodes.couldNotJudge : exitCodes.nothingBroken,
    reason,
    ...(reason && { doubt: reason }),
  }
}

const idsOf = (checks: readonly Pick<Check, 'id'>[]): string[] => checks.map(({ id }) => id)

export const conclude = (session: Session, ending: Ending): RunResult => {
  const { results, leftOut, interrupted, require, gating, undelivered = null, isShard = false } = ending
  const heard: RuleResult[] = [
    ...results.flatMap(({ check, outcomes }) => outcomes.map((outcome) => ({ ...outcome, source: check }))),
    ...session.ledger.invariants.results(),
    ...conclusionsOf(leftOut),
  ]
  const coverage = session.ledger.coverage.report()
  const exercised = [...heard, ...unexercised(heard, { lacks: undelivered, coverage })]
  const ruleResults = withLostAnswers(exercised, session.unanswered, !isShard)
  const ran = results.map(({ check }) => check)
  const unanswered = results.filter((result) => result.unanswered).map(({ check }) => check)
  const missing = idsOf(ending.missing)
  if (isShard) {
    const checks = [...new Set([...ran, ...leftOut.flatMap((one) => idsOf(one.checks))])].toSorted()
    session.emit({ type: 'shard-results', checks, results: ruleResults, unanswered, missing, require })
  }
  const shown = new Set(ruleResults.map(({ rule }) => rule))
  const verdicts = verdictsOf(ruleResults, gating?.strict ?? true).filter(({ rule }) => !isShard || shown.has(rule))
  for (const verdict of verdicts) session.emit({ type: 'rule-judged', ...verdict })
  if (interrupted) {
    const { reason: lost } = session.lost.signal
    const reason = isCodedError(lost) ? { code: lost.code, message: lost.message } : null
    return { outcome: 'interrupted', exit_code: exitCodes.couldNotJudge, reason }
  }
  const share = isShard ? null : require
  return resultOf(verdicts, ruleResults, { ran: ran.length, missing, unanswered, require: share, gating })
}

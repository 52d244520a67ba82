// The gate of one run: collects findings, and decides at the end whether they fail the run.
import type { Gated, RunEvent, RunFinished, Unstamped } from '../../reports/run-record.ts'
import { blockedGroups, blockedWords } from '../../reports/blocked.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { andMore, times } from '../../reports/texts.ts'
import type { Check } from '../kit/check.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { invariants } from '../invariants/invariants.ts'
import type { RunResult } from '../engine/run-result.ts'
import { brokenPairs, gate, type Broken } from './gate.ts'
import type { KnownFailures } from './known-failures.ts'
import type { Gating } from './rule-set.ts'
import { writeKnownFailures, type Blocked } from './write-known-failures.ts'

type GateOptions = {
  checks: readonly Pick<Check, 'id' | 'verifies'>[]
  gating: Gating
  baseline: KnownFailures | null
  date: string
  /** A part of a run says of no entry that it is unused. */
  isShard?: boolean
}

export type Ending = Pick<RunFinished, 'outcome' | 'exit_code' | 'reason'>

export type KeptGate = {
  hear(event: Unstamped): void
  /** Null where the run came to no verdicts, and was to judge nothing again. */
  settle(result: RunResult): { ending: Ending; gated: Gated | null }
  /** Writes entries for violated or blocked rules that are not accepted, once they are settled; returns how many. */
  write(file: string): number
}

const heard = new Set<RunEvent['type']>(['judged-again', 'finding', 'cause', 'rule-judged', 'check-finished', 'invariants-so-far']) // prettier-ignore

/** For each check and invariant, its rules. */
const speakers = (checks: readonly Pick<Check, 'id' | 'verifies'>[]): Map<string, Set<string>> =>
  new Map([
    ...checks.map(({ id, verifies }) => [id, new Set(verifies)] as const),
    ...invariants().map(({ id, rules }) => [id, new Set(rules)] as const),
  ])

/** Blocked is never green: why the run has no verdict, and what to do. */
const blockOf = (blocked: readonly string[], run: Run): RunFinished['reason'] => {
  if (blocked.length === 0) return null
  const own = run.rules.filter(({ rule }) => blocked.includes(rule))
  const remedies = [...new Set(blockedGroups(own).flatMap(({ remedy }) => remedy ?? []))]
  const [first = '', ...others] = remedies.map((remedy) => remedy.replaceAll('`', ''))
  const message =
    `${times(own.length, 'rule')} could not be judged for what the target did, or did not do: ${blockedWords(own)}. ` +
    `${first}${others.length > 0 ? ` The report has ${times(others.length, 'more remedy')}.` : ''} ` +
    'What is known may be accepted in the baseline, under blocked.'
  return { code: 'rules_blocked', message }
}

/** What reruns never show fails no run, and leaves it without a verdict. */
const doubtfulOf = (rules: readonly string[]): RunFinished['reason'] => {
  if (rules.length === 0) return null
  const message =
    `${andMore(rules[0]!, rules.length - 1, 'rule')} ${rules.length === 1 ? 'was' : 'were'} violated in this run, and reruns of the same calls never showed it again; ` +
    'see whether something else uses the lender account, and run again.'
  return { code: 'not_reproduced', message }
}

/** What the last run found violated and this one did not judge where it was: nobody knows whether it is still there. */
const untriedReason = (rules: readonly string[]): RunFinished['reason'] => {
  if (rules.length === 0) return null
  const message =
    `${andMore(rules[0]!, rules.length - 1, 'rule')} ${rules.length === 1 ? 'was' : 'were'} violated in the last run, and --last-failed could not judge ${rules.length === 1 ? 'it' : 'them'} again where that showed; ` +
    'run all checks.'
  return { code: 'not_judged_again', message }
}

const endingOf = (
  { outcome, exit_code, reason, doubt = null }: RunResult,
  { gating, not_reproduced: doubtful = [], untried = [], problems, blocked }: Gated,
  run: Run,
): Ending => {
  if (outcome !== 'complete') return { outcome, exit_code, reason }
  const [first] = problems
  if (first) {
    const more = problems.length > 1 ? ` The baseline has ${problems.length - 1} more such entries.` : ''
    return { outcome, exit_code: exitCodes.ruleBroken, reason: { ...first, message: first.message + more } }
  }
  if (gating.length > 0) return { outcome, exit_code: exitCodes.ruleBroken, reason: null }
  const why = doubt ?? doubtfulOf(doubtful) ?? untriedReason(untried) ?? blockOf(blocked, run)
  return { outcome, exit_code: why ? exitCodes.couldNotJudge : exitCodes.nothingBroken, reason: why }
}

export const keepGate = ({ checks, gating, baseline, date, isShard = false }: GateOptions): KeptGate => {
  const run = emptyRun()
  let unaccepted: Broken[] = []
  let unacceptedBlocks: Blocked[] = []
  return {
    hear(event) {
      if (heard.has(event.type)) absorb(run, { at: date, ...event } as RunEvent)
    },
    settle(result) {
      const { outcome, exit_code, reason } = result
      // What was to be judged again is kept for the next run, even where this one did not begin.
      if (run.rules.length === 0 && run.judgedAgain === null)
        return { ending: { outcome, exit_code, reason }, gated: null }
      // What shows a violation again is not all that shows whether an entry of the baseline is still needed.
      const complete = outcome === 'complete' && !isShard && run.judgedAgain === null
      const gated = gate({ run, isWhole: !isShard, complete, gating, baseline, date, speaks: speakers(checks) })
      const isAccepted = (rule: string, check: string) =>
        gated.accepted.some((one) => one.rule === rule && one.check === check)
      unaccepted = brokenPairs(run).filter(({ rule, check }) => !isAccepted(rule, check))
      unacceptedBlocks = run.rules.flatMap(({ rule, reason_code: code }) =>
        code !== undefined && gated.blocked.includes(rule) ? [{ rule, code }] : [],
      )
      return { ending: endingOf(result, gated, run), gated }
    },
    write: (file) =>
      unaccepted.length + unacceptedBlocks.length === 0
        ? 0
        : writeKnownFailures(file, unaccepted, date, unacceptedBlocks),
  }
}

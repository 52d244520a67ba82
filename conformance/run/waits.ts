// What a run waits for where no clock can be moved: named beforehand, and at the end with what that showed.
import { times, timeText } from '../../reports/texts.ts'
import { CodedError } from '../contract/coded-error.ts'
import { reasonOf } from '../../reports/reasons/reason.ts'
import type { GivenReason } from '../evidence/inconclusive.ts'
import type { CheckResult } from '../engine/run-check.ts'
import type { Check, Wait } from '../kit/check.ts'

type Waited = Check & { wait: Wait }
type Waits = {
  /** The soonest first. */
  planned: readonly Waited[]
  /** What takes longer than the run may wait. */
  beyond: readonly Waited[]
}

const ofTime = new Set<string>(['needs-time', 'no-spare-rate'])

const isOfTime = (unmet: GivenReason | null): boolean => unmet !== null && ofTime.has(reasonOf(unmet).code)

/** The run ends without a verdict at `--max-minutes`, so that what is waited for must be over by then. */
export const checkPatience = (seconds: number, mostMinutes: number): void => {
  if (seconds < 60 * mostMinutes) return
  throw new CodedError(
    'patience_too_long',
    `The run would wait for ${timeText(seconds)}, and ends after ${mostMinutes} min; wait for less with --patient, or give it more with --max-minutes.`,
  )
}

/** @param unmet what a check lacks where so many seconds may be waited */
export const waitsOf = (
  checks: readonly Check[],
  patientSeconds: number,
  unmet: (check: Check, patientSeconds: number) => GivenReason | null,
): Waits => {
  const soon = checks
    .filter((check): check is Waited => check.wait !== undefined && isOfTime(unmet(check, 0)))
    .toSorted((one, other) => one.wait.seconds() - other.wait.seconds())
  return {
    planned: soon.filter((check) => unmet(check, patientSeconds) === null),
    beyond: soon.filter((check) => isOfTime(unmet(check, patientSeconds))),
  }
}

/** What is waited for from the beginning on comes before the other checks, whose time it uses. */
export const firstWaiting = (checks: readonly Check[], { planned }: Waits): Check[] => {
  const first = new Set<Check>(planned.filter(({ wait }) => wait.isFirst))
  return [...checks.filter((check) => first.has(check)), ...checks.filter((check) => !first.has(check))]
}

const listed = (checks: readonly Waited[]): string =>
  checks.map(({ wait: { what, seconds } }) => `${what} (${timeText(seconds())})`).join(', ')

/** One sentence for a list that is shown before the first check. */
export const waitsAhead = ({ planned, beyond }: Waits, patientSeconds: number, hasClock: boolean): string => {
  if (hasClock) return 'Nothing is waited for: the clock of the control port is moved.'
  const next = beyond.length > 0 ? ` Not for: ${listed(beyond)}.` : ''
  if (planned.length === 0) return `No wait that these checks need is over within ${timeText(patientSeconds)}.${next}`
  return `Waits beside the other checks, for at most ${timeText(patientSeconds)}: ${listed(planned)}.${next}`
}

type Shown = { results: readonly CheckResult[]; others: readonly { rule: string; compared: number }[]; ms: number }

/** What would not have been judged without waiting, and what still is not. */
export const waitsBehind = ({ planned, beyond }: Waits, { results, others, ms }: Shown): string => {
  const ids = new Set(planned.map(({ id }) => id))
  const rulesOf = (outcomes: readonly { rule: string; compared: number }[]) =>
    outcomes.flatMap(({ rule, compared }) => (compared > 0 ? [rule] : []))
  const known = new Set([
    ...rulesOf(others),
    ...results.flatMap(({ check, outcomes }) => (ids.has(check) ? [] : rulesOf(outcomes))),
  ])
  const own = results.flatMap(({ check, outcomes }) => (ids.has(check) ? rulesOf(outcomes) : []))
  const gained = [...new Set(own)].filter((rule) => !known.has(rule))
  const rules = gained.length > 0 ? `: ${gained.join(', ')}` : ''
  const isJudged = ({ id }: Check): boolean =>
    results.some(({ check, outcomes }) => check === id && rulesOf(outcomes).length > 0)
  const inVain = planned.filter((check) => !isJudged(check))
  const vain = inVain.length > 0 ? ` Waited for in vain: ${listed(inVain)}.` : ''
  const rest = beyond.length > 0 ? ` Still not reached: ${listed(beyond)}.` : ''
  return `Waiting took ${timeText(ms / 1000)} after the other checks, and judged ${times(gained.length, 'more rule')}${rules}.${vain}${rest} What the company does, a control port alone shows (docs/control-port.md).`
}

// Reruns a check with new scenarios, and returns the outcome of each rule.
import { reasonIn } from '../../reports/recorded-reason.ts'
import { reason, recordedReason } from '../../reports/reasons/reason.ts'
import type { Check } from '../kit/check.ts'
import { runCheck } from '../engine/run-check.ts'
import type { RerunOutcome } from './label.ts'
import type { Trial } from './trial.ts'

/** How the second run of a check came out, to be asked for one rule after the other. */
export type Rerun = (rule: string) => RerunOutcome

export const rerunCheck = async (
  check: Check,
  { session, contexts, broken, passed }: Trial,
  signal?: AbortSignal,
): Promise<Rerun> => {
  const result = await runCheck(check, session, contexts, { signal })
  return (rule) => {
    if (broken.has(rule)) return 'again'
    const own = result.outcomes.find((outcome) => outcome.rule === rule)
    if (own?.verdict === 'pass' || (own === undefined && passed.has(rule))) return 'held'
    const why = [own, result].find((one) => (one?.reason ?? null) !== null)
    return { inconclusive: why ? reasonIn(why) : recordedReason(reason('not-reached-again', { check: check.id })) }
  }
}

// What one check found for each of its rules: never more than it compared, never a pass that compared nothing.
import type { RuleOutcome, VerdictName } from '../../reports/run-record.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { placeOf } from '../contract/place-of.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'

export type { RuleOutcome } from '../../reports/run-record.ts'

export type CheckEnd = {
  /** What stopped it; null when it came to its end. */
  stopped: unknown
  /** Calls it had not waited for when it ended. */
  inFlight: number
  /** Whether answers came in after its last comparison. */
  unlooked: boolean
  /** Rules that nothing here could show, and what is missing. */
  untested?: ReadonlyMap<string, string>
}

const keptRequests = 5

const shown = (error: unknown): string => {
  const place = placeOf(error)
  return place === null ? String(error) : `${String(error)} (${place})`
}

const reasonOf = ({ stopped, inFlight, unlooked }: CheckEnd): { verdict: VerdictName; reason: string } | null => {
  if (stopped instanceof Inconclusive) return { verdict: stopped.verdict, reason: stopped.message }
  if (stopped !== null) return { verdict: 'error', reason: `the check itself failed: ${shown(stopped)}` }
  if (inFlight > 0) return { verdict: 'error', reason: 'the check ended while a call of its own was under way' }
  if (unlooked) return { verdict: 'error', reason: 'the check compared nothing after its last answer' }
  return null
}

const afterFailure = (broken: string): { verdict: VerdictName; reason: string } => ({
  verdict: 'inconclusive',
  reason: `the check stopped early, because ${broken} fails`,
})

/** One outcome for each rule that the check says it verifies. */
export const outcomesOf = (
  rules: readonly string[],
  assertions: readonly Assertion[],
  end: CheckEnd,
): RuleOutcome[] => {
  const broken = assertions.find(({ passed: held }) => !held)?.rule
  // A check that found a breach may leave off there, with answers it no longer looks at.
  const ended = reasonOf({ ...end, unlooked: end.unlooked && broken === undefined })
  // An error in the check's own ways voids its passes; being stopped does not.
  const voids = ended?.verdict === 'error'
  return rules.map((rule) => {
    const own = assertions.filter((assertion) => assertion.rule === rule)
    const requests = [...new Set(own.flatMap(({ requests: ids }) => ids))].slice(0, keptRequests)
    const outcome = { rule, compared: own.length, requests }
    if (own.some(({ passed: held }) => !held)) return { ...outcome, verdict: 'fail', reason: null }
    const lack = own.length === 0 ? end.untested?.get(rule) : undefined
    if (lack !== undefined && !voids) return { ...outcome, verdict: 'not-tested', reason: lack }
    if (ended && (voids || own.length === 0)) return { ...outcome, ...ended }
    if (own.length > 0) return { ...outcome, verdict: 'pass', reason: null }
    if (broken !== undefined) return { ...outcome, ...afterFailure(broken) }
    return { ...outcome, verdict: 'error', reason: 'the check compared nothing for this rule' }
  })
}

// What one check found for each of its rules: never more than it compared, never a pass that compared nothing.
import { recordedReason } from '../../reports/reasons/reason.ts'
import type { RecordedReason } from '../../reports/recorded-reason.ts'
import type { RuleOutcome, VerdictName } from '../../reports/run-record.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { placeOf } from '../contract/place-of.ts'
import { reason, Inconclusive, type GivenReason } from '../evidence/inconclusive.ts'

export type { RuleOutcome } from '../../reports/run-record.ts'

type CheckEnd = {
  /** What stopped it; null when it came to its end. */
  stopped: unknown
  /** Calls it had not waited for when it ended. */
  inFlight: number
  /** Whether answers came in after its last comparison. */
  unlooked: boolean
  /** Rules that were left without a comparison, and why. */
  left?: ReadonlyMap<string, Inconclusive>
  /** Rules of which something was not compared, and why. */
  unfinished?: ReadonlyMap<string, Inconclusive>
  /** Where some answer of the run is not as the contract describes it: what trips over that is no error of ours. */
  misshapen?: { operation: string; pointer: string } | null
  /** Its own last answer, where that was refused or did not come: what it compared until then is all that it could. */
  refused?: GivenReason | null
}

const keptRequests = 5

const shown = (error: unknown): string => {
  const place = placeOf(error)
  return place === null ? String(error) : `${String(error)} (${place})`
}

type Why = RecordedReason & { verdict: VerdictName }

const why = (verdict: VerdictName, given: GivenReason): Why => ({ verdict, ...recordedReason(given) })

const endOf = ({ stopped, inFlight, unlooked, misshapen }: CheckEnd): Why | null => {
  if (stopped instanceof Inconclusive) return why(stopped.verdict, stopped.reason)
  if (stopped !== null && misshapen)
    return why('inconclusive', reason('answer-not-as-described', { ...misshapen, error: shown(stopped) }))
  if (stopped !== null) return why('error', reason('check-failed', { error: shown(stopped) }))
  if (inFlight > 0) return why('error', 'call-under-way')
  return unlooked && !misshapen ? why('error', 'last-answer-not-compared') : null
}

/** One outcome for each rule that the check says it verifies. */
export const outcomesOf = (
  rules: readonly string[],
  assertions: readonly Assertion[],
  end: CheckEnd,
): RuleOutcome[] => {
  const broken = assertions.find(({ passed }) => !passed)?.rule
  // A check that found a breach may leave off there, with answers it no longer looks at.
  const ended = endOf({ ...end, unlooked: end.unlooked && broken === undefined })
  // An error in the check's own ways voids its passes; being stopped does not.
  const voids = ended?.verdict === 'error'
  return rules.map((rule) => {
    const own = assertions.filter((assertion) => assertion.rule === rule)
    const requests = [...new Set(own.flatMap(({ requests: ids }) => ids))].slice(0, keptRequests)
    const outcome = { rule, compared: own.length, requests }
    if (own.some(({ passed }) => !passed)) return { ...outcome, verdict: 'fail', reason: null }
    const lack = end.unfinished?.get(rule) ?? (own.length === 0 ? end.left?.get(rule) : undefined)
    if (lack !== undefined && !voids) return { ...outcome, ...why(lack.verdict, lack.reason) }
    if (ended && (voids || own.length === 0)) return { ...outcome, ...ended }
    if (own.length > 0) return { ...outcome, verdict: 'pass', reason: null }
    if (broken !== undefined)
      return { ...outcome, ...why('inconclusive', reason('stopped-after-failure', { rule: broken })) }
    if (end.refused) return { ...outcome, ...why('inconclusive', end.refused) }
    if (end.misshapen) return { ...outcome, ...why('inconclusive', reason('not-shown-by-answers', end.misshapen)) }
    return { ...outcome, ...why('error', 'nothing-compared') }
  })
}

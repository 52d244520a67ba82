// The verdicts of the contract's rules: what each keeps where nothing was found about it, and the roll-up of what was.
import { rollUp, type RuleResult, type RuleVerdict, type Unheard } from '../../reports/roll-up.ts'
import { reason, recordedReason } from '../../reports/reasons/reason.ts'
import { passages, type Rule } from '../contract/contract.ts'
import type { RuleBasis } from '../../reports/run-record.ts'

export type { RuleResult, RuleVerdict } from '../../reports/roll-up.ts'

const basisOf = ({ basis, rests_on: ids, counter }: Rule): RuleBasis => ({
  ...(basis !== undefined && { basis }),
  ...(ids !== undefined && { rests_on: ids.map((id) => ({ at: passages().get(id)!.at })) }),
  ...(counter !== undefined && { counter }),
})

/** @param invariants the invariants that would have a result for a rule, had the run exercised it */
const unheard =
  (invariants: ReadonlyMap<string, readonly string[]>) =>
  (row: Rule): Unheard => {
    const { id, source, text, unobservable } = row
    const checks = [...(invariants.get(id) ?? [])]
    const silence = checks.length > 0 ? 'not-exercised' : 'no-check'
    const why = unobservable === undefined ? silence : reason('unobservable', { why: unobservable })
    return {
      rule: id,
      source,
      text,
      ...basisOf(row),
      verdict: unobservable === undefined ? 'not-tested' : 'not-applicable',
      ...recordedReason(why),
      checks,
    }
  }

export const ruleVerdicts = (
  rules: readonly Rule[],
  results: readonly RuleResult[],
  invariants: ReadonlyMap<string, readonly string[]> = new Map(),
  isStrict = true,
): RuleVerdict[] => rollUp(rules.map(unheard(invariants)), results, isStrict)

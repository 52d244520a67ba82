// The verdicts of the contract's rules: what each keeps where nothing was found about it, and the roll-up of what was.
import { rollUp, type RuleResult, type RuleVerdict, type Unheard } from '../../reports/roll-up.ts'
import { reason, recordedReason } from '../../reports/reasons/reason.ts'
import type { Rule } from '../contract/contract.ts'

export type { RuleResult, RuleVerdict } from '../../reports/roll-up.ts'

/** @param invariants the invariants that would have a result for a rule, had the run exercised it */
const unheard =
  (invariants: ReadonlyMap<string, readonly string[]>) =>
  ({ id, source, text, unobservable }: Rule): Unheard => {
    const checks = [...(invariants.get(id) ?? [])]
    const silence = checks.length > 0 ? 'not-exercised' : 'no-check'
    const why = unobservable === undefined ? silence : reason('unobservable', { why: unobservable })
    return {
      rule: id,
      source,
      text,
      verdict: unobservable === undefined ? 'not-tested' : 'not-applicable',
      ...recordedReason(why),
      checks,
    }
  }

export const ruleVerdicts = (
  rules: readonly Rule[],
  results: readonly RuleResult[],
  invariants: ReadonlyMap<string, readonly string[]> = new Map(),
): RuleVerdict[] => rollUp(rules.map(unheard(invariants)), results)

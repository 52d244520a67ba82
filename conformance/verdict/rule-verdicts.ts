// The verdicts of the contract's rules: what each keeps where nothing was found about it, and the roll-up of what was.
import { rollUp, type RuleResult, type RuleVerdict, type Unheard } from '../../reports/roll-up.ts'
import type { Rule } from '../contract/contract.ts'

export type { RuleResult, RuleVerdict } from '../../reports/roll-up.ts'

const silence = { unwritten: 'no check covers it yet', unseen: 'not exercised by this run' }

/** @param invariants the invariants that would have a result for a rule, had the run exercised it */
const unheard =
  (invariants: ReadonlyMap<string, readonly string[]>) =>
  ({ id, source, text, unobservable }: Rule): Unheard => {
    const checks = [...(invariants.get(id) ?? [])]
    const reason = unobservable ?? (checks.length > 0 ? silence.unseen : silence.unwritten)
    return {
      rule: id,
      source,
      text,
      verdict: unobservable === undefined ? 'not-tested' : 'not-applicable',
      reason,
      checks,
    }
  }

export const ruleVerdicts = (
  rules: readonly Rule[],
  results: readonly RuleResult[],
  invariants: ReadonlyMap<string, readonly string[]> = new Map(),
): RuleVerdict[] => rollUp(rules.map(unheard(invariants)), results)

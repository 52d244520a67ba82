// Writes to the run record what is known of each rule while the run goes, so that a run that is killed leaves its verdicts.
import type { RuleResult } from '../../reports/roll-up.ts'
import type { InvariantsSoFar } from '../../reports/run-record.ts'
import { serviceRules } from '../contract/contract.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import { ruleVerdicts } from '../verdict/rule-verdicts.ts'
import { conclusionsOf, type LeftOut } from './conclude.ts'
import type { Session } from '../engine/session.ts'

/** Every rule with the verdict that it keeps when nothing more comes of the run. */
export const listRules = (session: Session, leftOut: readonly LeftOut[]): void => {
  const rules = ruleVerdicts(serviceRules(), conclusionsOf(leftOut), invariantsByRule()).map(
    ({ evidence: _evidence, requests: _requests, ...rest }) => rest,
  )
  session.emit({ type: 'rules-listed', rules })
}

/** Emits the results of invariants. */
export const emitInvariants = ({ emit }: Session, changed: readonly RuleResult[]): void => {
  const rows: InvariantsSoFar['rows'] = changed.map(({ source, ...outcome }) => ({
    invariant: source,
    ...outcome,
    requests: [...outcome.requests],
  }))
  if (rows.length > 0) emit({ type: 'invariants-so-far', rows })
}

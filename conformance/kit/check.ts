// How a check is written: one claim, the rules it verifies, what it needs, and what it does.
import type { CheckContext, Scenario } from './context.ts'
import type { Role } from '../evidence/roles.ts'

/**
 * `orders`: orders may be placed with the main credential. `sandbox`: the advance operation is there. `webhook`: our
 * receiver is configured and reached. `receiver`: it is configured, and the target could reach it. `control`: the profile
 * names a control port. `no-control`: it names none, so that nothing else can judge the rules. `spare-rate`: it names one, or
 * a further client whose rate may be spent. `role:…`: a credential of that role.
 */
export type Need =
  'orders' | 'sandbox' | 'webhook' | 'receiver' | 'control' | 'no-control' | 'spare-rate' | `role:${Role}`

export type Check = {
  /** `area.claim`, as its file is named. */
  id: string
  verifies: readonly string[]
  needs: readonly Need[]
  /** What single rules need beside that: where it is missing, the rule is not tested, and the check judges the others. */
  needsFor?: Readonly<Record<string, readonly Need[]>>
  /** `last` for checks that look back over the whole run. */
  phase?: 'main' | 'last'
  /** Scenarios that run before a new rate limit window of main begins, as requests used of the old one count then. */
  atFullWindow?: Scenario<unknown>
  run(context: CheckContext): Promise<void>
}

export const check = (definition: Check): Check => definition

/** What a rule needs to be judged by this check. */
export const needsOfRule = ({ needs, needsFor = {} }: Check, rule: string): readonly Need[] => [
  ...needs,
  ...(needsFor[rule] ?? []),
]

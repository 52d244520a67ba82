// How a check is written: the rules it verifies, what it needs, and what it does.
import type { CheckContext, Scenario } from './context.ts'
import type { Role } from '../evidence/roles.ts'

/**
 * `orders`: orders may be placed with the main credential. `sandbox`: the advance operation is there. `webhook`: our
 * receiver is configured and reached. `receiver`: it is configured, and the target could reach it. `control`: the profile
 * names a control port. `time`: it names one, or what the check waits for is waited for. `no-control`: it names none, so that nothing else can judge the rules. `spare-rate`: it names one, or
 * a further client whose rate may be spent. `role:…`: a credential of that role.
 */
export type Need = 'orders' | 'sandbox' | 'webhook' | 'receiver' | Means | `role:${Role}`

type Means = 'control' | 'time' | 'no-control' | 'spare-rate'

/** What a check with the need `time` waits for where no clock can be moved. */
export type Wait = {
  /** A noun that stands in a list. */
  what: string
  /** The least that is waited, in seconds. */
  seconds: () => number
  /** Whether the time runs from the beginning of the run on, beside the other checks; from the check's own turn on where it does not. */
  isFirst?: boolean
}

export type Check = {
  /** `area.claim`, as its file is named where the file has this check alone. */
  id: string
  /** The scenario of which the file has the claims, and its name. */
  scenario?: string
  verifies: readonly string[]
  needs: readonly Need[]
  /** What single rules need beside that: where it is missing, the rule is not tested, and the check judges the others. */
  needsFor?: Readonly<Record<string, readonly Need[]>>
  wait?: Wait
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

// Whether a check's needs are met, and if not, what the profile lacks: the reason that the report shows.
import { timeText } from '../../reports/texts.ts'
import type { Check, Need, Wait } from '../kit/check.ts'
import { isRole, noCredential, type Role } from '../evidence/roles.ts'
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { StepContext } from '../kit/context.ts'
import { windowsSeconds } from '../scenarios/rate-trip.ts'

/** Why the webhook cannot be judged, when it cannot. */
type Abilities = {
  ordersAllowed: boolean
  /** Why the account may place no order; null where it may, or where nobody knows yet. */
  unbilled?: GivenReason | null
  webhook: GivenReason | null
  /** Why not even its absence can be judged; as `webhook` where it is not given. */
  receiverLacks?: GivenReason | null
  /** Why there is no control port, where the profile names one. */
  controlLacks?: GivenReason
  /** What the check waits for. */
  wait?: Wait | undefined
  patientSeconds?: number
  /** Credentials that the profile names and that are of no use, with the reason. */
  unusable?: ReadonlyMap<Role, GivenReason>
}

export type Facts = Pick<StepContext, 'environment' | 'control' | 'has'> & Abilities

const lacks: Record<Exclude<Need, `role:${string}`>, (facts: Facts) => GivenReason | null> = {
  orders: ({ ordersAllowed, unbilled = null }) => (ordersAllowed ? unbilled : 'orders-not-allowed'),
  sandbox: ({ environment }) => (environment === 'sandbox' ? null : 'not-sandbox'),
  webhook: ({ webhook }) => webhook,
  receiver: ({ webhook, receiverLacks = webhook }) => receiverLacks,
  control: ({ control, controlLacks }) => (control ? null : (controlLacks ?? 'no-control-url')),
  time({ control, controlLacks, wait, patientSeconds = 0 }) {
    const seconds = wait?.seconds() ?? Number.POSITIVE_INFINITY
    if (control || seconds <= patientSeconds) return null
    if (controlLacks !== undefined && controlLacks !== 'no-control-url') return controlLacks
    return wait ? reason('needs-time', { what: wait.what, time: timeText(seconds) }) : 'no-control-url'
  },
  // A clock alone shows nothing of the company's side.
  'no-control': ({ control }) => (control?.offers('moveOrder') ? 'judged-over-control' : null),
  'spare-rate': ({ control, has, patientSeconds = 0 }) =>
    control || has('other_lender') || has('main_second') || patientSeconds >= windowsSeconds ? null : 'no-spare-rate',
}

/** The first need that is not met, in words; null when all are. */
export const unmetNeed = (needs: readonly Need[], facts: Facts): GivenReason | null => {
  for (const need of needs) {
    const role = need.startsWith('role:') ? need.slice(5) : null
    if (role !== null && isRole(role)) {
      const unusable = facts.unusable?.get(role)
      if (unusable !== undefined) return unusable
      if (!facts.has(role)) return noCredential(role)
    } else {
      const unmet = lacks[need as keyof typeof lacks](facts)
      if (unmet !== null) return unmet
    }
  }
  return null
}

/** The rules of a check whose own needs are not met, each with the first of these in words. */
export const unmetFor = ({ needsFor = {} }: Pick<Check, 'needsFor'>, facts: Facts): Map<string, GivenReason> => {
  const all = Object.entries(needsFor).map(([rule, needs]) => [rule, unmetNeed(needs, facts)] as const)
  return new Map(all.flatMap(([rule, reason]) => (reason === null ? [] : [[rule, reason]])))
}

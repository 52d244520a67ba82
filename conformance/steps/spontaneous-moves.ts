// Orders of a sandbox whose simulated company moves them on its own: whether the events report such moves.
import { lifecycle } from '../contract/contract.ts'
import type { StepContext } from '../kit/context.ts'
import type { Role } from '../evidence/roles.ts'
import { changesTo, eventsShowing } from './change-events.ts'
import type { SeenEvent } from './events-of.ts'
import { leadsFrom } from './status-chain.ts'

/** The statuses that advances could lead to. */
const onward = (from: string): Set<string> => {
  const known = new Set([from])
  for (const status of known) for (const next of lifecycle().advance[status] ?? []) known.add(next)
  return known
}

const revising = new Set(['revision_requested', 'reconsideration_requested'])

/** Which status an order has once its request is declined is open: one in which a request can be opened, and none is. */
const restingOnceDeclined = new Set(['report_complete', 'revised_report_complete', 'cancelled'])

const isDecline = ({ type, data }: SeenEvent): boolean =>
  type === 'order.revision_responded' && data['status'] === 'declined'

type Bounds = {
  role?: Role
  /** The event of what came after the move; where it is not known, a move at any time counts. */
  before?: SeenEvent | undefined
}

/**
 * Whether an order was in one status and went on from there by steps that an advance could have made, or came out of a revision
 * request that the company declined: a company moves its orders, and that of a sandbox may do so on its own.
 */
export const hasMovedSpontaneously = async (
  context: StepContext,
  id: string,
  from: string,
  to: unknown,
  { role, before }: Bounds = {},
): Promise<boolean> => {
  const ahead = onward(from)
  const isAhead = ahead.has(String(to))
  const mayBeDeclined = revising.has(from) && restingOnceDeclined.has(String(to))
  if (to === from || !(isAhead || mayBeDeclined)) return false
  const events = await eventsShowing(context, id, to, role)
  if (!isAhead && !events.some(isDecline)) return false
  // It may have come there again since, as out of a hold.
  const reached = changesTo(events, to).find(
    (event) => (before === undefined || event.id < before.id) && leadsFrom(events, event, from, ahead),
  )
  if (!reached) return false
  if (context.environment !== 'sandbox') return true
  if (from === 'pending_review' && to === 'new')
    context.recordReading('lifecycle.placement-delay', 'automatic', { id: reached.source })
  else if (isAhead) context.recordReading('sandbox.spontaneous-moves', 'moves-automatically', { id: reached.source })
  return true
}

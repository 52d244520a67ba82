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

type Bounds = {
  role?: Role
  /** The event of what came after the move; where it is not known, a move at any time counts. */
  before?: SeenEvent | undefined
}

/**
 * Whether an order was in one status and went on from there by steps that an advance could have made: a company moves its
 * orders, and that of a sandbox may do so on its own.
 */
export const hasMovedSpontaneously = async (
  context: StepContext,
  id: string,
  from: string,
  to: unknown,
  { role, before }: Bounds = {},
): Promise<boolean> => {
  const ahead = onward(from)
  if (to === from || !ahead.has(String(to))) return false
  const events = await eventsShowing(context, id, to, role)
  // It may have come there again since, as out of a hold.
  const reached = changesTo(events, to).find(
    (event) => (before === undefined || event.id < before.id) && leadsFrom(events, event, from, ahead),
  )
  if (!reached) return false
  if (context.environment !== 'sandbox') return true
  if (from === 'pending_review' && to === 'new')
    context.recordReading('lifecycle.placement-delay', 'automatic', { id: reached.source })
  else context.recordReading('sandbox.spontaneous-moves', 'moves-automatically', { id: reached.source })
  return true
}

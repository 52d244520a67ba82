// Whether the company changed an order on its own, as an event shows: our calls are not blamed for that.
import { secondOf } from '../contract/same-instant.ts'
import type { StepContext } from '../kit/context.ts'
import type { Role } from '../evidence/roles.ts'
import { eventsOf, type SeenEvent } from './events-of.ts'

// Long enough for a feed that is written a moment after the order.
const lagMs = 1_500

type Change = {
  order: string
  /** `updated_at` of the order before the calls, and after them. */
  from: unknown
  to: unknown
  /** Whether a call may have raised the event, had it an effect: then the event excuses nothing. */
  isOurs: (event: SeenEvent) => boolean
  role?: Role
}

/** An event reports the last change of an order when it was raised with it; both times may be cut to the second. */
export const changedByCompany = async (
  context: StepContext,
  { order, from, to, isOurs, role }: Change,
): Promise<boolean> => {
  const reports = (event: SeenEvent): boolean =>
    !isOurs(event) &&
    secondOf(event.createdAt) >= secondOf(from) &&
    Math.abs(secondOf(event.createdAt) - secondOf(to)) <= 1
  const events = await context.eventually(
    () => eventsOf(context, order, role),
    (seen) => seen.some(reports),
    Math.min(context.patience.feed, lagMs),
  )
  return events.some(reports)
}

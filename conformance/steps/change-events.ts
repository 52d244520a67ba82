// The events that report a change of status, and those of an order once one of them shows that it came to a certain one.
import type { StepContext } from '../kit/context.ts'
import type { Role } from '../evidence/roles.ts'
import { eventsOf, fieldIn, type SeenEvent } from './events-of.ts'

// Long enough for a feed that is written a moment after the order.
const lagMs = 1_500

export const changesOf = (events: readonly SeenEvent[]): SeenEvent[] =>
  events.filter(({ type }) => type === 'order.status_changed')

/** Those that report that an order came to a status. */
export const changesTo = (events: readonly SeenEvent[], status: unknown): SeenEvent[] =>
  changesOf(events).filter((event) => fieldIn(event, 'status') === status)

/** As they are when the patience is up: the feed may lag behind, or there is no such event. */
export const eventsShowing = (context: StepContext, id: string, status: unknown, role?: Role): Promise<SeenEvent[]> =>
  context.eventually(
    () => eventsOf(context, id, role),
    (events) => changesTo(events, status).length > 0,
    Math.min(context.patience.feed, lagMs),
  )

/** Whether the events of an order report that it came to a status. */
export const hasReached = async (context: StepContext, id: string, status: string): Promise<boolean> =>
  changesTo(await eventsShowing(context, id, status), status).length > 0

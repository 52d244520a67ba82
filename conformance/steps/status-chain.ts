// Where a change of status came from: at once, or through the statuses that an advance skipped, each reported on its own.
import type { StepContext } from '../kit/context.ts'
import { fieldIn, type SeenEvent } from './events-of.ts'
import { changesOf } from './change-events.ts'

/** Whether the events lead from a status to the one that the event reports, without a gap; `within` bounds where they lead. */
export const leadsFrom = (
  events: readonly SeenEvent[],
  event: SeenEvent,
  from: string,
  within?: ReadonlySet<unknown>,
): boolean => {
  const left = fieldIn(event, 'previous_status')
  if (left === from) return true
  if (within && !within.has(left)) return false
  const earlier = changesOf(events).filter((one) => one.id < event.id && fieldIn(one, 'previous_status') !== left)
  const step = earlier.toSorted((a, b) => (a.id < b.id ? 1 : -1)).find((one) => fieldIn(one, 'status') === left)
  return step !== undefined && leadsFrom(earlier, step, from, within)
}

/** Notes whether skipped statuses are reported, where an event shows it. */
export const observeSkipped = ({ recordReading }: StepContext, event: SeenEvent, from: string): void =>
  recordReading('events.skipped-statuses', fieldIn(event, 'previous_status') === from ? 'target-only' : 'each-step', {
    id: event.source,
  })

// Which statuses an order can have left when a change of its status was raised, by the events before it.
import { apartMs } from '../contract/same-instant.ts'
import { byId, fieldIn, type SeenEvent } from './events-of.ts'

type Left = {
  event: SeenEvent
  left: string
  /** Any of these can have been left. */
  possible: string[]
  /** Whether some event of the order shows it in the status left, or two events at once had to be missing. */
  isReported: boolean
}

const isChange = ({ type }: SeenEvent): boolean => type === 'order.status_changed'

/** What an event without a status of its own leads to, or is raised in. */
const ledTo: Record<string, (data: Record<string, unknown>) => string[]> = {
  'order.assigned': () => ['appraiser_assigned'],
  'order.on_hold': () => ['on_hold'],
  'order.resumed': () => ['off_hold'],
  'order.cancelled': () => ['cancelled'],
  'order.completed': ({ revision }) => [revision === true ? 'revised_report_complete' : 'report_complete'],
  'order.revision_requested': ({ revision_request: request }) =>
    (request as { kind?: unknown } | undefined)?.kind === 'correction'
      ? ['revision_requested']
      : ['reconsideration_requested'],
}

/** The statuses that an event of another type reports, whether their change is reported or not. */
const withOwnEvent = new Set([
  'appraiser_assigned',
  'on_hold',
  'off_hold',
  'cancelled',
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
])

const shownBy = (event: SeenEvent): string[] => {
  const shown = fieldIn(event, 'status')
  return [...(typeof shown === 'string' ? [shown] : []), ...(ledTo[event.type]?.(event.data) ?? [])]
}

/** Events of one change come in any order, each perhaps a moment after the one before. */
const isOfOneChange = (one: SeenEvent, other: SeenEvent): boolean =>
  Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) <= apartMs

/**
 * The changes of one order, `events` being all of its events from some point on: each says what it left, and what that can
 * have been. It is known from the creation or the first change on; a hold, say, may be reported by its own event alone.
 */
export const possiblePreviousStatuses = (events: readonly SeenEvent[]): Left[] => {
  const sorted = events.toSorted(byId)
  const ever = new Set(sorted.flatMap(shownBy))
  /** What was possible before each event; empty while nothing is known. */
  const before: Set<string>[] = []
  let possible = new Set<string>()
  const earlier = new Set<string>()
  for (const event of sorted) {
    before.push(possible)
    const shown = shownBy(event)
    for (const status of shown) earlier.add(status)
    // Out of a hold an order may be back at once.
    const back = event.type === 'order.resumed' ? earlier : []
    const isStart = possible.size === 0 && event.type !== 'order.created'
    if (isChange(event)) possible = new Set(shown)
    else if (!isStart) possible = new Set([...possible, ...shown, ...back])
  }
  return sorted.flatMap((event, index) => {
    const left = fieldIn(event, 'previous_status')
    if (!isChange(event) || typeof left !== 'string') return []
    const own = before[index]!
    if (own.size === 0) return []
    const together = sorted.flatMap((one, at) => (at !== index && isOfOneChange(one, event) ? [at] : []))
    const meanwhile = together.flatMap((at) => [...before[at]!, ...shownBy(sorted[at]!)])
    return [
      {
        event,
        left,
        possible: [...new Set([...own, ...meanwhile])],
        isReported: ever.has(left) || withOwnEvent.has(left),
      },
    ]
  })
}

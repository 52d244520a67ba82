// What an order raises that moves on its own, as that of a sandbox may.
import { lifecycle } from '../contract/contract.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { textAt } from './body.ts'
import { anyFits, fits, permits, type SeenEvent } from './event-patterns.ts'
import type { ExpectedEvents } from './outcome.ts'

/** The statuses that a change of status leads from and to; null where it reports none. */
const moveIn = (event: SeenEvent | undefined): [StatusCode, StatusCode] | null => {
  if (event?.type !== 'order.status_changed') return null
  const [from, to] = ['previous_status', 'status'].map((field) => textAt(event.data, field, 'code'))
  return from && to && from !== to ? [from, to] : null
}

const stageOf = (status: StatusCode): number =>
  lifecycle().statuses.find(({ code }) => code === status)?.stage ?? Number.NaN

/** Whether an event reports the move that an advance was refused. */
const isRefusedMove = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ never }) => never.some((one) => one.from === moveIn(event)?.[0] && fits(one, event)))

/** Whether an event reports that an order without an appraiser went on to a status that needs one. */
const isAssigning = (event: SeenEvent): boolean => {
  const [from, to] = (moveIn(event) ?? []).map(stageOf)
  return from === 0 && to !== undefined && to > 0
}

const isOfStep = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ must }) => anyFits(must, event)) || permits(steps, event)

const appraiserOf = ({ data }: SeenEvent): string | null => textAt(data, 'appraiser', 'name')

/**
 * Whether an event reports that the company assigned another appraiser than before, as it may at any time; one whom it does
 * not show is known to be another by the time of the assignment alone.
 */
export const isReassignment = (earlier: readonly SeenEvent[], event: SeenEvent): boolean => {
  if (event.type !== 'order.assigned') return false
  const assigned = earlier.filter(({ type }) => type === 'order.assigned')
  const now = appraiserOf(event)
  if (now === null)
    return (
      assigned.length > 0 &&
      assigned.every(
        (one) => appraiserOf(one) === null && textAt(one.data, 'assigned_at') !== textAt(event.data, 'assigned_at'),
      )
    )
  const before = assigned.findLast((one) => appraiserOf(one) !== null)
  return before !== undefined && appraiserOf(before) !== now
}

/**
 * A sandbox order may move on its own, and what comes with such a move is no step's. A change of status into the work
 * explains an assignment that no step makes, even where a later step may report that status again. One that no step may
 * report explains the delivery beside it, and what goes on from where it leads or stays there; one into the work, a
 * delivery later on, which needs no change of status beside it.
 */
export const cameSpontaneously = (
  steps: readonly ExpectedEvents[],
  events: readonly SeenEvent[],
  event: SeenEvent,
): boolean => {
  const place = events.indexOf(event)
  const near = [events[place - 1], events[place + 1]]
  const isOwed = steps.some(({ must }) => must.some(({ type }) => type === event.type))
  switch (event.type) {
    case 'order.assigned':
      return !isOwed && events.some((one) => isAssigning(one) && !isRefusedMove(steps, one))
    case 'order.completed':
      return (
        !isOwed &&
        (near.some((one) => moveIn(one)?.[1] === 'report_complete') ||
          events.slice(0, place).some((one) => isAssigning(one) && !isOfStep(steps, one) && !isRefusedMove(steps, one)))
      )
    default: {
      const from = textAt(event.data, 'previous_status', 'code')
      return events.slice(0, place).some((one) => from && moveIn(one)?.[1] === from && !permits(steps, one))
    }
  }
}

// The company declines a revision request, and the order goes back to where it was before (States / Revision request states).
import { act } from './act-on-order.ts'
import { moveStatus, unchanged } from './change-order.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import type { Order, RevisionRequest } from '../domain/records.ts'
import { answerRevision } from './revise-order.ts'

const goBack = (
  context: DomainContext,
  order: Order,
  reason: string | null,
  requests: readonly RevisionRequest[],
): Decision => {
  const { revisions } = context.behaviour
  const change = { previous_status: null }
  if (revisions.isRevising(order.status.code)) {
    const to = revisions.statusAfterDecline(order, requests)
    if (to === null) return unchanged(order)
    return to === 'cancelled'
      ? act(context, order, to, 'order.cancelled', reason, change)
      : moveStatus(context, order, to, { change, note: reason })
  }
  // A held order comes back to work from where it would be without the request.
  const isHeld = order.previous_status !== null && revisions.isRevising(order.previous_status)
  const before = isHeld ? revisions.statusAfterDecline({ ...order, ...change }, requests) : null
  return unchanged(before === null ? order : { ...order, previous_status: before })
}

/** `requests` are all of the order's; while another one is open the order stays with it. */
export const declineRevision = (
  context: DomainContext,
  order: Order,
  request: RevisionRequest,
  message: string | null,
  requests: readonly RevisionRequest[],
): Decision => {
  const { revisions } = context.behaviour
  const declined = answerRevision(context, order, request, 'declined', message)
  if (requests.some((other) => other.id !== request.id && revisions.isOpen(other))) return declined
  return sequence(declined, goBack(context, declined.order, message, requests))
}

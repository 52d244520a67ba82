// The company declines a revision request, and the order goes back to where its last delivery left it.
import { act } from './act-on-order.ts'
import { moveStatus, unchanged } from './change-order.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { sequence } from './decision.ts'
import type { Order, RevisionRequest } from './records.ts'
import { answerRevision } from './revise-order.ts'

const isRevising = (status: string | null): boolean =>
  status === 'revision_requested' || status === 'reconsideration_requested'

const goBack = (context: DomainContext, order: Order, to: string, reason: string | null): Decision => {
  const change = { previous_status: null }
  if (isRevising(order.status.code)) {
    return to === 'cancelled'
      ? act(context, order, to, 'order.cancelled', reason, change)
      : moveStatus(context, order, to, { change, note: reason })
  }
  // A held order returns to work from where it would be without the request.
  return unchanged(isRevising(order.previous_status) ? { ...order, previous_status: to } : order)
}

/** `requests` are all of the order's; `revised` says whether a revised report was ever delivered. */
export const declineRevision = (
  context: DomainContext,
  order: Order,
  request: RevisionRequest,
  message: string | null,
  { requests, revised }: { requests: readonly RevisionRequest[]; revised: boolean },
): Decision => {
  const { revisions } = context.behaviour
  const declined = answerRevision(context, order, request, 'declined', message)
  if (requests.some((other) => other.id !== request.id && revisions.isOpen(other))) return declined
  const to = revisions.statusAfterDecline(order.delivered, revised)
  return sequence(declined, goBack(context, declined.order, to, message))
}

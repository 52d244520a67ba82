// Revision requests: opened by the lender, answered by the company (States / Revision request states).
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { sequence } from './decision.ts'
import { refusedByStatus } from './act-on-order.ts'
import { moveStatus, touch } from './change-order.ts'
import type { Order, RevisionRequest } from './records.ts'
import { Refusal } from './refusal.ts'

export type RevisionDraft = {
  kind: string
  reason?: string | null
  acknowledgements?: { prior_appraisal_provided?: boolean | null; comparable_sales_provided?: boolean | null } | null
  document_ids?: string[] | null
}

export const requestRevision = (context: DomainContext, order: Order, draft: RevisionDraft): Decision => {
  const { behaviour, now, nextId } = context
  const { lifecycle, revisions } = behaviour
  const acknowledgements = {
    prior_appraisal_provided: draft.acknowledgements?.prior_appraisal_provided ?? false,
    comparable_sales_provided: draft.acknowledgements?.comparable_sales_provided ?? false,
  }
  if (!revisions.acknowledged(draft.kind, acknowledgements)) {
    throw new Refusal('semantic_validation_failed', 'A reconsideration of value needs at least one acknowledgement.', {
      details: [
        {
          field: 'acknowledgements',
          code: 'required',
          value: null,
          message: 'at least one acknowledgement must be true',
        },
      ],
    })
  }
  if (!lifecycle.mayRequestRevision(order)) throw refusedByStatus(order, 'sent back for a revision')
  if (revisions.needsLoanNumber && !order.loan.number) {
    throw new Refusal('semantic_validation_failed', 'The order has no loan number; amend the order first.', {
      details: [
        { field: 'loan.number', code: 'required', value: null, message: 'must be on the order; send it by amendment' },
      ],
    })
  }
  const request: RevisionRequest = {
    id: nextId('rr'),
    order_id: order.id,
    account: order.account,
    kind: draft.kind,
    status: revisions.initialStatus,
    reason: draft.reason ?? null,
    acknowledgements,
    document_ids: draft.document_ids ?? [],
    responses: [],
    created_at: now,
    updated_at: now,
  }
  const moved = moveStatus(context, order, lifecycle.afterRevisionRequest(draft.kind), {
    change: { previous_status: revisions.isRevising(order.status.code) ? order.previous_status : order.status.code },
    own: (after) => [
      {
        type: 'order.revision_requested',
        order: after,
        data: behaviour.events.revisionRequested(behaviour.present, request),
      },
    ],
    note: draft.reason ?? null,
  })
  return { ...moved, revisions: [request] }
}

/** Moves a request and adds the company's words, if it has any; raises `order.revision_responded`. */
export const answerRevision = (
  { behaviour, now, nextId }: DomainContext,
  order: Order,
  request: RevisionRequest,
  status: RevisionRequest['status'],
  message: string | null,
): Decision => {
  if (status !== request.status && !behaviour.revisions.mayMove(request.status, status)) {
    throw new Refusal('conflict', `A ${request.status} revision request cannot become ${status}.`, { status: 409 })
  }
  const response = message === null ? null : { id: nextId('msg'), status, message, created_at: now }
  const answered: RevisionRequest = {
    ...request,
    status,
    responses: response ? [...request.responses, response] : request.responses,
    updated_at: Math.max(now, request.updated_at + 1),
  }
  const next = touch(order, {}, now)
  return {
    order: next,
    revisions: [answered],
    raised: [
      {
        type: 'order.revision_responded',
        order: next,
        data: behaviour.events.revisionResponded(behaviour.present, answered, response),
      },
    ],
  }
}

/** Takes every open request to `completed`, step by step: a revised report answers them all. */
export const completeRevisions = (
  context: DomainContext,
  order: Order,
  requests: readonly RevisionRequest[],
): Decision => {
  const { revisions } = context.behaviour
  let all: Decision = { order, raised: [] }
  for (const request of requests.filter((open) => revisions.isOpen(open))) {
    let current = request
    for (const status of revisions.stepsToCompletion(request.status)) {
      const words = status === 'completed' ? 'A revised report has been delivered.' : null
      const answered = answerRevision(context, all.order, current, status, words)
      current = answered.revisions![0]!
      all = sequence(all, answered)
    }
  }
  return all
}

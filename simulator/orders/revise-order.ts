// Revision requests: opened by the lender, answered by the company (States / Revision request states).
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import { refusedByStatus } from '../domain/refused-by-status.ts'
import { moveStatus, touch, unchanged } from './change-order.ts'
import type { Message, Order, RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'

export type RevisionDraft = {
  kind: string
  reason?: string | null
  acknowledgements?: { prior_appraisal_provided?: boolean | null; comparable_sales_provided?: boolean | null } | null
  document_ids?: string[] | null
}

/** `requests` are those that the order has already. */
export const requestRevision = (
  context: DomainContext,
  order: Order,
  draft: RevisionDraft,
  requests: readonly RevisionRequest[],
): Decision => {
  const { behaviour, now, nextId } = context
  const { lifecycle, revisions } = behaviour
  const acknowledgements = {
    prior_appraisal_provided: draft.acknowledgements?.prior_appraisal_provided ?? false,
    comparable_sales_provided: draft.acknowledgements?.comparable_sales_provided ?? false,
  }
  if (!revisions.acknowledged(draft.kind, acknowledgements, Boolean(draft.acknowledgements))) {
    throw new Refusal(revisions.acknowledgementCode, 'A reconsideration of value needs at least one acknowledgement.', {
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
  if (draft.acknowledgements && !revisions.takesAcknowledgements(draft.kind)) {
    const details = [
      { field: 'acknowledgements', code: 'invalid_value', value: null, message: `does not go with a ${draft.kind}` },
    ]
    throw new Refusal('validation_failed', 'The request cannot be taken as it is.', { details })
  }
  if (!lifecycle.mayRequestRevision(order, draft.kind))
    throw refusedByStatus(order, 'sent back for a revision', undefined, behaviour.problems.notToBeRevised)
  if (revisions.needsLoanNumber && !order.loan.number) {
    throw revisions.missingLoanNumber(order, [
      { field: 'loan.number', code: 'required', value: null, message: 'must be on the order; send it by amendment' },
    ])
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
    responses: revisions.initialResponses(requests),
    created_at: now,
    updated_at: now,
  }
  const closed = requests
    .filter((open) => revisions.isOpen(open))
    .reduce((all, open) => {
      const status = revisions.superseded(open)
      return status === null ? all : sequence(all, answerRevision(context, all.order, open, status, null))
    }, unchanged(order))
  const moved = moveStatus(context, closed.order, lifecycle.afterRevisionRequest(draft.kind), {
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
  return { ...sequence(closed, moved), revisions: [request, ...(closed.revisions ?? [])] }
}

/** The words of a reply as a message from the company, where the thread shows them too. */
const inThread = (
  { behaviour, now }: DomainContext,
  order: Order,
  response: RevisionRequest['responses'][number] | null,
): Message[] =>
  response === null || response.message === null || !behaviour.messages.repliesInThread
    ? []
    : [
        {
          id: response.id,
          order_id: order.id,
          account: order.account,
          author: 'manager',
          recipient: 'lender',
          subject: null,
          body: response.message,
          document_ids: [],
          attachments: [],
          created_at: now,
        },
      ]

/** Moves a request and adds the company's words, if it has any; raises `order.revision_responded`. */
export const answerRevision = (
  context: DomainContext,
  order: Order,
  request: RevisionRequest,
  status: RevisionRequest['status'],
  message: string | null,
): Decision => {
  const { behaviour, now, nextId, company } = context
  if (status !== request.status && !behaviour.revisions.mayMove(request.status, status)) {
    throw new Refusal('conflict', `A ${request.status} revision request cannot become ${status}.`, { status: 409 })
  }
  const isSilent = message === null && !behaviour.revisions.recordsSilence
  const response = isSilent ? null : { id: nextId('msg'), status, message, created_at: now }
  const answered: RevisionRequest = {
    ...request,
    status,
    responses: response ? [...request.responses, response] : request.responses,
    updated_at:
      status !== request.status || behaviour.revisions.answerTouches
        ? Math.max(now, request.updated_at + 1)
        : request.updated_at,
  }
  const next = behaviour.revisions.touchesOrder ? touch(order, {}, now) : order
  return {
    order: next,
    revisions: [answered],
    messages: inThread(context, order, response),
    raised: [
      {
        type: 'order.revision_responded',
        order: next,
        data: behaviour.events.revisionResponded(behaviour.present, answered, response, next, company),
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
  const { events, revisions } = context.behaviour
  let all: Decision = { order, raised: [] }
  for (const request of revisions.answeredByReport(order, requests)) {
    let current = request
    const steps = revisions.stepsToCompletion(request.status)
    const shown = events.respondedSteps(steps)
    for (const status of steps) {
      const words = status === 'completed' ? 'A revised report has been delivered.' : null
      const answered = answerRevision(context, all.order, current, status, words)
      current = answered.revisions![0]!
      all = sequence(all, shown.includes(status) ? answered : { ...answered, raised: [] })
    }
  }
  return all
}

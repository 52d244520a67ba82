// Defects of asking for a revision: what is needed, taken and refused.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { carriedOut } from '../carried-out.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'

/** Lets a request without acknowledgement through, and refuses it when the work is done. */
const unacknowledgedLate = op.mutation('late', ({ revisions, events, wire }) => {
  const { acknowledged } = revisions
  let isLate = false
  revisions.acknowledged = (...given) => {
    isLate = !acknowledged(...given)
    return true
  }
  const { raised } = events
  const hidden = new Set<unknown>()
  events.raised = (decision) => {
    const all = raised(decision)
    if (!isLate) return all
    for (const { id } of decision.revisions ?? []) hidden.add(id)
    return all.filter(({ type }) => type !== 'order.revision_requested')
  }
  const { finish } = wire
  wire.finish = function late(operationId, answer, asker) {
    const body = answer.body as Wire | undefined
    if (operationId === 'createRevisionRequest' && isLate) {
      isLate = false
      throw new Refusal('semantic_validation_failed', 'A reconsideration of value needs an acknowledgement.')
    }
    if (operationId === 'listRevisionRequests' && body)
      body['data'] = (body['data'] as Wire[]).filter(({ id }) => !hidden.has(id))
    return finish.call(this, operationId, answer, asker)
  }
})

export const revisionsRequests: readonly Defect[] = rows({
  'revision-refusal-without-current-status': {
    breaks: 'revisions.refusal-has-current-status',
    bug: 'The refusal of a revision request is written apart from those of hold, resume and cancel, and lacks the status.',
    apply: op.wrap('problems.body', (shown, _refusal, _correlationId, operationId) => {
      if (operationId !== 'createRevisionRequest') return shown
      const { current_status: _left, ...rest } = shown
      return rest
    }),
  },
  'revision-of-a-held-order-refused-in-its-former-status': {
    breaks: 'errors.current-status-is-the-order-status-code',
    bug: 'The refusal of a revision request shows the status before the hold as the current one.',
    deep: 'only for a held order',
    apply: op.wrap('problems.body', (shown, { currentStatus }, _correlationId, operationId) =>
      operationId === 'createRevisionRequest' && currentStatus === 'on_hold'
        ? { ...shown, current_status: 'new' }
        : shown,
    ),
  },
  'evidence-older-than-the-report-refused': {
    breaks: 'revisions.takes-document-ids',
    bug: 'Only what was uploaded since the report may be quoted as evidence against it.',
    deep: 'only for a document older than the report',
    apply: op.refuse(
      'revisions.takesAsEvidence',
      (document, order) => order.completed_at !== null && document.created_at < order.completed_at,
    ),
  },
  'declined-once-is-declined-for-ever': {
    breaks: 'revisions.reconsideration-accepted-in-revision-requested',
    bug: 'An order with a declined request takes no further one.',
    deep: 'only after a decline',
    apply: op.perTarget((declined = new Set<string>()) => [
      op.refuse('lifecycle.mayRequestRevision', ({ id }) => declined.has(id)),
      op.note('events.revisionResponded', (_present, { order_id, status }) => {
        if (status === 'declined') declined.add(order_id)
      }),
    ]),
  },
  'portal-correction-is-silent': {
    breaks: 'revisions.correction-raises-revision-requested',
    bug: 'Corrections that come through the portal raise no order.revision_requested.',
    deep: 'only for a correction of the portal',
    apply: op.perTarget((calls = 0) => [
      op.unraised(({ type }) => type === 'order.revision_requested' && calls === 0),
      op.instead('idempotency.around', async (usual, id, call, work) => {
        if (id !== 'createRevisionRequest') return usual(id, call, work)
        calls += 1
        try {
          return await usual(id, call, work)
        } finally {
          calls -= 1
        }
      }),
    ]),
  },
  'amended-loan-number-does-not-count': {
    breaks: 'revisions.correction-accepted-in-cancelled',
    bug: 'A revision request looks for the loan number that the order was placed with.',
    deep: 'only on an order placed without a loan number',
    apply: op.mutation('misread', ({ events, lifecycle, revisions: own }) => {
      const { raised } = events
      const without = new Set<string>()
      events.raised = (decision) => {
        for (const { type, order } of decision.raised)
          if (type === 'order.created' && !order.loan.number) without.add(order.id)
        return raised.call(events, decision)
      }
      const { mayRequestRevision } = lifecycle
      lifecycle.mayRequestRevision = function placedWith(order, kind) {
        const may = mayRequestRevision.call(this, order, kind)
        if (may && without.has(order.id)) throw own.missingLoanNumber(order, [])
        return may
      }
    }),
  },
  'acknowledgements-are-optional': {
    breaks: 'revisions.reconsideration-with-both-false-is-422',
    bug: 'A reconsideration of value is taken without any acknowledgement.',
    also: ['revisions.reconsideration-without-acknowledgements-is-422'],
    apply: op.accept('revisions.acknowledged'),
  },
  'evidence-counts-as-acknowledged': {
    breaks: 'revisions.reconsideration-with-both-false-is-422',
    bug: 'A reconsideration that comes with documents is taken, whatever it acknowledges.',
    deep: 'only with documents',
    apply: op.perTarget((hasEvidence = false) => [
      op.accept('revisions.acknowledged', (_kind, _given, sent) => sent && hasEvidence),
      op.note('idempotency.around', (_id, { sent }) => void (hasEvidence = /"document_ids":\s*\[\s*"/.test(sent.text))),
    ]),
  },
  'false-counts-as-acknowledged': {
    breaks: 'revisions.reconsideration-with-both-false-is-422',
    bug: 'That acknowledgements were sent counts, not what they say.',
    apply: op.accept('revisions.acknowledged', (_kind, _given, sent) => sent),
  },
  'nothing-sent-counts-as-acknowledged': {
    breaks: 'revisions.reconsideration-without-acknowledgements-is-422',
    bug: 'Acknowledgements are looked at only when they were sent.',
    apply: op.accept('revisions.acknowledged', (_kind, _given, sent) => !sent),
  },
  'both-acknowledgements-needed': {
    breaks: 'revisions.comparable-sales-acknowledgement-suffices',
    bug: 'A reconsideration of value needs both acknowledgements.',
    also: ['revisions.prior-appraisal-acknowledgement-suffices'],
    apply: op.replace(
      'revisions.acknowledged',
      (kind, given) =>
        kind !== 'reconsideration_of_value' || (given.prior_appraisal_provided && given.comparable_sales_provided),
    ),
  },
  'comparable-sales-always-needed': {
    breaks: 'revisions.prior-appraisal-acknowledgement-suffices',
    bug: 'Only comparable sales count as an acknowledgement.',
    apply: op.replace(
      'revisions.acknowledged',
      (kind, given) => kind !== 'reconsideration_of_value' || given.comparable_sales_provided,
    ),
  },
  'correction-needs-an-acknowledgement': {
    breaks: 'revisions.correction-needs-no-acknowledgement',
    bug: 'The acknowledgements are demanded of every kind of request.',
    apply: op.misread('revisions.acknowledged', () => ['reconsideration_of_value']),
  },
  'acknowledgements-looked-at-too-late': {
    breaks: 'revisions.unacknowledged-request-leaves-the-status',
    bug: 'The status is written before the acknowledgements are looked at.',
    deep: 'only after a refusal',
    apply: unacknowledgedLate,
  },
  'loan-number-is-not-needed': {
    breaks: 'revisions.order-without-loan-number-refused',
    bug: 'Revision requests are taken for orders that have no loan number.',
    apply: op.set('revisions.needsLoanNumber', false),
  },
  'reconsideration-without-a-loan-number': {
    breaks: 'revisions.order-without-loan-number-refused',
    bug: 'The loan number is asked for by corrections alone.',
    deep: 'only for a reconsideration of value',
    apply: op.mutation('accept', ({ lifecycle, revisions: own }) => {
      const { mayRequestRevision } = lifecycle
      lifecycle.mayRequestRevision = (order, kind) => {
        own.needsLoanNumber = kind !== 'reconsideration_of_value'
        return mayRequestRevision.call(lifecycle, order, kind)
      }
    }),
  },
  'reconsideration-looks-like-correction': {
    breaks: 'revisions.reconsideration-moves-order-to-its-status',
    bug: 'A reconsideration of value moves the order to `revision_requested`.',
    also: ['lifecycle.status-reconsideration-requested-keeps-its-meaning'],
    apply: op.replace('lifecycle.afterRevisionRequest', 'revision_requested'),
  },
  'any-kind-of-request-taken': {
    breaks: 'revisions.other-kinds-refused',
    bug: 'The kind of a request is not looked at.',
    apply: op.loosen('createRevisionRequest', 'kind', { enum: undefined }),
  },
  'correction-by-default': {
    breaks: 'revisions.missing-kind-refused',
    bug: 'A request without a kind is taken for a correction.',
    apply: op.waive('createRevisionRequest', 'kind'),
  },
  'evidence-refused': {
    breaks: 'revisions.takes-document-ids',
    bug: 'A request with evidence is refused, as nobody reads it.',
    deep: 'only with evidence',
    apply: op.tighten('createRevisionRequest', 'document_ids', { type: 'null' }),
  },
  'loan-number-asked-for-again': {
    breaks: 'revisions.remaining-data-is-filled-in',
    bug: 'A request must repeat the loan number of its order.',
    apply: op.demand('createRevisionRequest', 'loan_number'),
  },
  'refused-request-moves-the-order': {
    breaks: 'revisions.refused-request-leaves-the-status',
    bug: 'The status is written before the request is refused, and not taken back.',
    deep: 'only after a refusal',
    apply: carriedOut('revision', { moves: true, raises: false }),
  },
  'refused-request-is-kept': {
    breaks: 'revisions.refused-request-makes-no-record',
    bug: 'A request is stored before it is refused.',
    deep: 'only after a refusal',
    apply: carriedOut('revision', { moves: false, raises: false }),
  },
  'refused-request-is-announced': {
    breaks: 'revisions.refused-request-raises-no-event',
    bug: 'The event of a request is raised before the request is refused.',
    deep: 'only after a refusal',
    apply: carriedOut('revision', { moves: false, raises: true }),
  },
})

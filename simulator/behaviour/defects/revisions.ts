// Defects that break rules of the area revisions.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'
import { carriedOut } from './carried-out.ts'
import { Refusal } from '../../domain/refusal.ts'

/** The list of requests shows only some of them. */
const listed = (shown: (requests: Wire[]) => Wire[]): Mutation =>
  op.edit('listRevisionRequests', (body) => {
    const left = shown(body['data'] as Wire[])
    Object.assign(body, { data: left, total: left.length, total_pages: Math.min(left.length, 1) })
  })

const moved = (from: string, to: string): Mutation =>
  op.falsify('listRevisionRequests', 'data.*.status', (status) => (status === from ? to : status))

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

export const revisions: readonly Defect[] = rows({
  'second-request-completes-the-first': {
    breaks: 'revisions.request-completes-by-a-revised-report-alone',
    bug: 'A request that is opened while another one is open closes that one as completed.',
    deep: 'only of a second request',
    apply: op.together(
      op.replace('revisions.superseded', 'completed'),
      op.accept('revisions.mayMove', (_from, to) => to === 'completed'),
    ),
  },
  'revision-refusal-without-current-status': {
    breaks: 'revisions.refusal-has-current-status',
    bug: 'The refusal of a revision request is written apart from those of hold, resume and cancel, and lacks the status.',
    apply: op.wrap('problems.body', (shown, _refusal, _correlationId, operationId) => {
      if (operationId !== 'createRevisionRequest') return shown
      const { current_status: _left, ...rest } = shown
      return rest
    }),
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
  'revision-request-names-the-order-number': {
    breaks: 'revisions.record-has-order-id',
    bug: 'The order is named by its number.',
    apply: op.falsify('present.revisionRequest', 'order_id', (id) => String(id).replace('ord_', '')),
  },
  'every-request-is-a-correction': {
    breaks: 'revisions.record-has-kind',
    bug: 'Every request is shown as a correction.',
    apply: op.falsify('present.revisionRequest', 'kind', 'correction'),
  },
  'reason-of-a-request-cut': {
    breaks: 'revisions.record-has-reason',
    bug: 'The reason is cut to twelve characters.',
    apply: op.falsify('present.revisionRequest', 'reason', (reason) =>
      typeof reason === 'string' ? reason.slice(0, 12) : reason,
    ),
  },
  'latest-response-alone': {
    breaks: 'revisions.record-has-responses-array',
    bug: 'The responses are the latest one, or null.',
    apply: op.retype('present.revisionRequest', 'responses', (all) => (all as unknown[]).at(-1) ?? null),
  },
  'request-answers-itself': {
    breaks: 'revisions.responses-are-empty-at-creation',
    bug: 'A note that the request was received counts as a response.',
    apply: op.falsify('createRevisionRequest', 'responses', [
      { id: 'msg_received', body: 'We have received your request.' },
    ]),
  },
  'request-starts-as-accepted': {
    breaks: 'revisions.request-starts-as-submitted',
    bug: 'A request is taken to be with the appraiser at once.',
    apply: op.set('revisions.initialStatus', 'accepted'),
  },
  'request-answered-in-an-envelope': {
    breaks: 'revisions.create-answers-with-the-request',
    bug: 'The answer to a revision request has the request inside an object.',
    apply: op.answer('createRevisionRequest', (given) =>
      given.status >= 400 ? given : { ...given, body: { revision_request: given.body } },
    ),
  },
  'accepted-request-looks-submitted': {
    breaks: 'revisions.request-with-the-appraiser-is-accepted',
    bug: 'The list shows the status at the time of the request.',
    deep: 'only after the company accepted',
    apply: moved('accepted', 'submitted'),
  },
  'declined-request-looks-completed': {
    breaks: 'revisions.request-not-taken-forward-is-declined',
    bug: 'Whatever is closed is shown as completed.',
    deep: 'only after the company declined',
    apply: moved('declined', 'completed'),
  },
  'answered-request-looks-accepted': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report does not close the request that it answers.',
    deep: 'only after a revised report',
    apply: moved('completed', 'accepted'),
  },
  'second-round-stays-open': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report closes the first request of its order, and no later one.',
    deep: 'only from the second request on',
    apply: op.replace('revisions.answeredByReport', function (_order, requests) {
      return requests.filter((one) => this.isOpen(one) && one === requests.at(-1))
    }),
  },
  'oldest-open-request-completed': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report closes the first open request that it finds, the oldest, and leaves the one that asked for it.',
    deep: 'only with several open requests',
    apply: op.replace('revisions.answeredByReport', function (_order, requests) {
      return requests.filter((one) => this.isOpen(one)).slice(-1)
    }),
  },
  'accepted-request-is-left-open': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report completes what nobody accepted yet, and leaves the request that the appraiser has.',
    deep: 'only of a request that the company accepted',
    apply: op.wrap('revisions.stepsToCompletion', (steps, status) => (status === 'accepted' ? [] : steps)),
  },
  'completed-requests-hidden': {
    breaks: 'revisions.list-shows-each-request',
    bug: 'The list shows a completed request only while it is the only one.',
    deep: 'only from the second request on',
    apply: listed((requests) =>
      requests.length > 1 ? requests.filter(({ status }) => status !== 'completed') : requests,
    ),
  },
  'newest-request-alone': {
    breaks: 'revisions.list-shows-each-request',
    bug: 'The list shows the newest request of an order alone.',
    deep: 'only from the second request on',
    apply: listed((requests) => requests.slice(0, 1)),
  },
  'list-without-responses': {
    breaks: 'revisions.list-shows-responses',
    bug: 'The list leaves the responses to a read of their own, which there is not.',
    deep: 'only after a response',
    apply: op.falsify('listRevisionRequests', 'data.*.responses', []),
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

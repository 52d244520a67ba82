// Defects that break rules of the area revisions.
import { accept, misread, replace, set, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { answered } from './answered.ts'
import { carriedOut } from './carried-out.ts'
import { changeAt, type Wire } from '../operators/edit-wire.ts'
import { Refusal } from '../../domain/refusal.ts'

const decided = (breaks: string, id: string, bug: string, apply: Defect['apply'], deep?: string): Defect => ({
  id,
  breaks: `revisions.${breaks}`,
  bug,
  ...(deep !== undefined && { deep }),
  apply,
})

/** Changes every revision request on its way out. */
const shown = (breaks: string, id: string, bug: string, change: (request: Wire) => void): Defect =>
  decided(breaks, id, bug, ({ present }) => {
    const { revisionRequest } = present
    present.revisionRequest = function changed(...given) {
      const wire = structuredClone(revisionRequest.apply(this, given))
      change(wire)
      return wire
    }
  })

const listed = (
  breaks: string,
  id: string,
  bug: string,
  change: (requests: Wire[]) => Wire[] | void,
  deep?: string,
): Defect =>
  decided(
    breaks,
    id,
    bug,
    answered('listRevisionRequests', (body) => {
      const requests = body['data'] as Wire[]
      const left = change(requests)
      if (left) Object.assign(body, { data: left, total: left.length, total_pages: Math.min(left.length, 1) })
    }),
    deep,
  )

const shaping =
  (change: (shape: { required: string[]; properties: Record<string, Wire> }) => object): Defect['apply'] =>
  ({ shapes }) => {
    const shape = shapes.createRevisionRequest as { required: string[]; properties: Record<string, Wire> }
    shapes.createRevisionRequest = { ...shape, ...change(shape) }
  }

const moved = (from: string, to: string): ((requests: Wire[]) => void) => {
  return (requests) => {
    for (const request of requests) if (request['status'] === from) request['status'] = to
  }
}

/** Lets a request without acknowledgement through, and refuses it when the work is done. */
const unacknowledgedLate = ({ revisions, events, wire }: Behaviour): void => {
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
}

export const revisions: readonly Defect[] = [
  decided(
    'request-completes-by-a-revised-report-alone',
    'second-request-completes-the-first',
    'A request that is opened while another one is open closes that one as completed.',
    ({ revisions: own }) => {
      const { mayMove } = own
      own.superseded = () => 'completed'
      own.mayMove = (from, to) => to === 'completed' || mayMove.call(own, from, to)
    },
    'only of a second request',
  ),
  {
    id: 'revision-refusal-without-current-status',
    breaks: 'revisions.refusal-has-current-status',
    bug: 'The refusal of a revision request is written apart from those of hold, resume and cancel, and lacks the status.',
    apply: wrap('problems.body', (shown, _refusal, _correlationId, operationId) => {
      if (operationId !== 'createRevisionRequest') return shown
      const { current_status: _left, ...rest } = shown
      return rest
    }),
  },
  decided(
    'correction-accepted-in-cancelled',
    'amended-loan-number-does-not-count',
    'A revision request looks for the loan number that the order was placed with.',
    ({ events, lifecycle, revisions: own }) => {
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
    },
    'only on an order placed without a loan number',
  ),
  {
    id: 'acknowledgements-are-optional',
    breaks: 'revisions.reconsideration-with-both-false-is-422',
    bug: 'A reconsideration of value is taken without any acknowledgement.',
    also: ['revisions.reconsideration-without-acknowledgements-is-422'],
    apply: accept('revisions.acknowledged'),
  },
  decided(
    'reconsideration-with-both-false-is-422',
    'false-counts-as-acknowledged',
    'That acknowledgements were sent counts, not what they say.',
    accept('revisions.acknowledged', (_kind, _given, sent) => sent),
  ),
  decided(
    'reconsideration-without-acknowledgements-is-422',
    'nothing-sent-counts-as-acknowledged',
    'Acknowledgements are looked at only when they were sent.',
    accept('revisions.acknowledged', (_kind, _given, sent) => !sent),
  ),
  {
    id: 'both-acknowledgements-needed',
    breaks: 'revisions.comparable-sales-acknowledgement-suffices',
    bug: 'A reconsideration of value needs both acknowledgements.',
    also: ['revisions.prior-appraisal-acknowledgement-suffices'],
    apply: replace(
      'revisions.acknowledged',
      (kind, given) =>
        kind !== 'reconsideration_of_value' || (given.prior_appraisal_provided && given.comparable_sales_provided),
    ),
  },
  decided(
    'prior-appraisal-acknowledgement-suffices',
    'comparable-sales-always-needed',
    'Only comparable sales count as an acknowledgement.',
    replace(
      'revisions.acknowledged',
      (kind, given) => kind !== 'reconsideration_of_value' || given.comparable_sales_provided,
    ),
  ),
  decided(
    'correction-needs-no-acknowledgement',
    'correction-needs-an-acknowledgement',
    'The acknowledgements are demanded of every kind of request.',
    misread('revisions.acknowledged', () => ['reconsideration_of_value']),
  ),
  decided(
    'unacknowledged-request-leaves-the-status',
    'acknowledgements-looked-at-too-late',
    'The status is written before the acknowledgements are looked at.',
    unacknowledgedLate,
    'only after a refusal',
  ),
  {
    id: 'loan-number-is-not-needed',
    breaks: 'revisions.order-without-loan-number-refused',
    bug: 'Revision requests are taken for orders that have no loan number.',
    apply: set('revisions.needsLoanNumber', false),
  },
  {
    id: 'reconsideration-without-a-loan-number',
    breaks: 'revisions.order-without-loan-number-refused',
    bug: 'The loan number is asked for by corrections alone.',
    deep: 'only for a reconsideration of value',
    apply: ({ lifecycle, revisions: own }) => {
      const { mayRequestRevision } = lifecycle
      lifecycle.mayRequestRevision = (order, kind) => {
        own.needsLoanNumber = kind !== 'reconsideration_of_value'
        return mayRequestRevision.call(lifecycle, order, kind)
      }
    },
  },
  {
    id: 'reconsideration-looks-like-correction',
    breaks: 'revisions.reconsideration-moves-order-to-its-status',
    bug: 'A reconsideration of value moves the order to `revision_requested`.',
    also: ['lifecycle.status-reconsideration-requested-keeps-its-meaning'],
    apply: replace('lifecycle.afterRevisionRequest', () => 'revision_requested'),
  },
  shown('record-has-order-id', 'revision-request-names-the-order-number', 'The order is named by its number.', (one) =>
    changeAt(one, 'order_id', (id) => String(id).replace('ord_', '')),
  ),
  shown('record-has-kind', 'every-request-is-a-correction', 'Every request is shown as a correction.', (one) =>
    changeAt(one, 'kind', () => 'correction'),
  ),
  shown('record-has-reason', 'reason-of-a-request-cut', 'The reason is cut to twelve characters.', (one) =>
    changeAt(one, 'reason', (reason) => (typeof reason === 'string' ? reason.slice(0, 12) : reason)),
  ),
  shown('record-has-responses-array', 'latest-response-alone', 'The responses are the latest one, or null.', (one) =>
    changeAt(one, 'responses', (all) => (all as unknown[]).at(-1) ?? null),
  ),
  decided(
    'responses-are-empty-at-creation',
    'request-answers-itself',
    'A note that the request was received counts as a response.',
    answered('createRevisionRequest', (body) => {
      body['responses'] = [{ id: 'msg_received', body: 'We have received your request.' }]
    }),
  ),
  decided(
    'request-starts-as-submitted',
    'request-starts-as-accepted',
    'A request is taken to be with the appraiser at once.',
    set('revisions.initialStatus', 'accepted'),
  ),
  decided(
    'create-answers-with-the-request',
    'request-answered-in-an-envelope',
    'The answer to a revision request has the request inside an object.',
    answered('createRevisionRequest', (body) => {
      const request = { ...body }
      for (const field of Object.keys(body)) delete body[field]
      body['revision_request'] = request
    }),
  ),
  listed(
    'request-with-the-appraiser-is-accepted',
    'accepted-request-looks-submitted',
    'The list shows the status at the time of the request.',
    moved('accepted', 'submitted'),
    'only after the company accepted',
  ),
  listed(
    'request-not-taken-forward-is-declined',
    'declined-request-looks-completed',
    'Whatever is closed is shown as completed.',
    moved('declined', 'completed'),
    'only after the company declined',
  ),
  listed(
    'request-completes-with-its-revised-report',
    'answered-request-looks-accepted',
    'A revised report does not close the request that it answers.',
    moved('completed', 'accepted'),
    'only after a revised report',
  ),
  decided(
    'request-completes-with-its-revised-report',
    'second-round-stays-open',
    'A revised report closes the first request of its order, and no later one.',
    ({ revisions: own }) => {
      own.answeredByReport = (_order, requests) => requests.filter((one) => own.isOpen(one) && one === requests.at(-1))
    },
    'only from the second request on',
  ),
  decided(
    'request-completes-with-its-revised-report',
    'oldest-open-request-completed',
    'A revised report closes the first open request that it finds, the oldest, and leaves the one that asked for it.',
    ({ revisions: own }) => {
      own.answeredByReport = (_order, requests) => requests.filter((one) => own.isOpen(one)).slice(-1)
    },
    'only with several open requests',
  ),
  listed(
    'list-shows-each-request',
    'completed-requests-hidden',
    'The list shows a completed request only while it is the only one.',
    (requests) => (requests.length > 1 ? requests.filter(({ status }) => status !== 'completed') : undefined),
    'only from the second request on',
  ),
  listed(
    'list-shows-each-request',
    'newest-request-alone',
    'The list shows the newest request of an order alone.',
    (requests) => requests.slice(0, 1),
    'only from the second request on',
  ),
  listed(
    'list-shows-responses',
    'list-without-responses',
    'The list leaves the responses to a read of their own, which there is not.',
    (requests) => {
      for (const request of requests) request['responses'] = []
    },
    'only after a response',
  ),
  decided(
    'other-kinds-refused',
    'any-kind-of-request-taken',
    'The kind of a request is not looked at.',
    shaping(({ properties }) => ({ properties: { ...properties, kind: { type: 'string' } } })),
  ),
  decided(
    'missing-kind-refused',
    'correction-by-default',
    'A request without a kind is taken for a correction.',
    shaping(({ required }) => ({ required: required.filter((field) => field !== 'kind') })),
  ),
  decided(
    'takes-document-ids',
    'evidence-refused',
    'A request with evidence is refused, as nobody reads it.',
    shaping(({ properties }) => ({ properties: { ...properties, document_ids: { type: 'null' } } })),
    'only with evidence',
  ),
  decided(
    'remaining-data-is-filled-in',
    'loan-number-asked-for-again',
    'A request must repeat the loan number of its order.',
    shaping(({ required }) => ({ required: [...required, 'loan_number'] })),
  ),
  decided(
    'refused-request-leaves-the-status',
    'refused-request-moves-the-order',
    'The status is written before the request is refused, and not taken back.',
    carriedOut('revision', { moves: true, raises: false }),
    'only after a refusal',
  ),
  decided(
    'refused-request-makes-no-record',
    'refused-request-is-kept',
    'A request is stored before it is refused.',
    carriedOut('revision', { moves: false, raises: false }),
    'only after a refusal',
  ),
  decided(
    'refused-request-raises-no-event',
    'refused-request-is-announced',
    'The event of a request is raised before the request is refused.',
    carriedOut('revision', { moves: false, raises: true }),
    'only after a refusal',
  ),
]

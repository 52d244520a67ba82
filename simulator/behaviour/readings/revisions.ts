// Permitted readings of the freedoms of the area revisions.
import { instead, replace, set, wrap } from '../operators/index.ts'
import { refusedByStatus } from '../../domain/refused-by-status.ts'
import type { InlineDocument } from '../../domain/order-draft.ts'
import type { Detail } from '../../domain/refusal.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import type { Order, RevisionRequest } from '../../domain/records.ts'
import type { CodeOfRefusal } from '../creation.ts'
import type { Fault } from '../problems.ts'
import type { Shape } from '../shape.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { faultsAs, succeedsWith } from './reading-patches.ts'

const operation = 'createRevisionRequest'

const onReason = ({ kind, field }: Fault): boolean => kind === 'missingField' && field === 'reason'
const onKind = ({ kind, field }: Fault): boolean => kind !== 'wrongType' && field === 'kind'

const properties = (shape: unknown): Record<string, Shape> =>
  (shape as { properties: Record<string, Shape> }).properties

const noLoanNumber = (refusal: (order: Order, details: Detail[]) => Refusal): ReadingPatch =>
  replace('revisions.missingLoanNumber', refusal)

const lacking = 'The order has no loan number; amend the order first.'

const unknownDocuments = (refusal: (details: Detail[]) => Refusal | null): ReadingPatch =>
  replace(
    'problems.unknownDocuments',
    (_id, details) => refusal(details),
    (id) => id === operation,
  )

const coded = (code: CodeOfRefusal): ReadingPatch =>
  unknownDocuments((details) => new Refusal(code, 'A document quoted is not on this order.', { details }))

const located: Record<string, (path: Record<string, string>, id: string) => string> = {
  createRevisionRequest: ({ order_id }, id) => `/orders/${order_id}/revision-requests/${id}`,
  sendMessage: ({ order_id }, id) => `/orders/${order_id}/messages/${id}`,
  uploadDocument: (_path, id) => `/documents/${id}`,
}

const evidence: ReadingPatch = ({ behaviour: { revisions, shapes } }) => {
  const text: Shape = { type: 'string' }
  const items = { type: 'object', required: ['name', 'base64'], properties: { name: text, base64: text } }
  properties(shapes.createRevisionRequest)['evidence'] = { type: ['array', 'null'], items }
  revisions.evidence = (body) => {
    const sent = (body['evidence'] ?? []) as { name: string; base64: string }[]
    return sent.map(({ name, base64 }): InlineDocument => ({ filename: name, content: base64 }))
  }
}

const responses =
  (more: (created_at: string) => Record<string, unknown>): ReadingPatch =>
  ({ behaviour: { present } }) => {
    present.response = ({ id, message, created_at }) => ({
      id,
      text: message,
      ...more(present.timestamp(created_at)),
    })
  }

/** Of the open requests those that fit, or all where none does. */
const answered = (choose: (open: RevisionRequest[], order: Order) => RevisionRequest[]): ReadingPatch =>
  wrap('revisions.answeredByReport', (open, order) => {
    const chosen = choose(open, order)
    return chosen.length > 0 ? chosen : open
  })

const acceptedAfter = (seconds: number): ReadingPatch =>
  replace('revisions.acceptedAfterSeconds', (environment) => (environment === 'sandbox' ? seconds : null))

const moving = (from: string, to: string): ReadingPatch =>
  instead('revisions.mayMove', (usual, ...move) => (move[0] === from && move[1] === to) || usual(...move))

export const revisions: AreaReadings = {
  'revisions.success-status': {
    'status-200': succeedsWith([operation], 200),
    'status-202': succeedsWith([operation], 202),
  },
  'revisions.location-header': {
    present: instead('wire.location', (usual, id, path, body) => {
      const made = (body as { id?: unknown } | undefined)?.id
      const where = located[id]
      return where && typeof made === 'string' ? where(path, made) : usual(id, path, body)
    }),
  },
  'revisions.missing-loan-number': {
    'validation-422': noLoanNumber((_order, details) => new Refusal('validation_failed', lacking, { details })),
    'status-409': noLoanNumber((order) => refusedByStatus(order, 'sent back for a revision without a loan number')),
    'status-400': noLoanNumber((_order, details) => new Refusal('invalid_request', lacking, { details })),
  },
  'revisions.reason-missing': {
    accepted: ({ behaviour: { shapes } }) => {
      const shape = shapes.createRevisionRequest as { required: string[] }
      shape.required = shape.required.filter((name) => name !== 'reason')
      properties(shape)['reason'] = { type: ['string', 'null'] }
    },
    'status-400': faultsAs(operation, onReason, 'invalid_request'),
  },
  'revisions.unknown-kind-status': {
    'semantic-422': faultsAs(operation, onKind, 'semantic_validation_failed'),
    'status-400': faultsAs(operation, onKind, 'invalid_request'),
  },
  'revisions.acknowledgement-code': {
    'validation-failed': set('revisions.acknowledgementCode', 'validation_failed'),
  },
  'revisions.acknowledgements-on-correction': {
    'status-422': replace('revisions.takesAcknowledgements', (kind) => kind === 'reconsideration_of_value'),
  },
  'revisions.unknown-documents': {
    'validation-422': coded('validation_failed'),
    'status-404': unknownDocuments(() => notFound('document')),
    'status-400': coded('invalid_request'),
    ignored: unknownDocuments(() => null),
  },
  'revisions.refusal-code': {
    'another-code': set('problems.notToBeRevised', 'revision_not_open'),
  },
  'revisions.inline-evidence': { 'own-shape': evidence },
  'revisions.response-shape': {
    'text-and-time': responses((time) => ({ time })),
    'identifier-and-text': responses(() => ({})),
  },
  'revisions.second-while-open': {
    'first-superseded': replace('revisions.superseded', ({ status }) => (status === 'submitted' ? 'declined' : null)),
  },
  'revisions.completed-by-delivery': {
    'latest-only': answered(([latest]) => (latest ? [latest] : [])),
    'of-one-kind': answered((open, { status }) => {
      const kind = status.code === 'reconsideration_requested' ? 'reconsideration_of_value' : 'correction'
      return open.filter((request) => request.kind === kind)
    }),
  },
  'revisions.delivery-while-submitted': {
    straight: (ground) => {
      moving('submitted', 'completed')(ground)
      const { revisions } = ground.behaviour
      revisions.stepsToCompletion = (status) => (status === 'submitted' || status === 'accepted' ? ['completed'] : [])
    },
  },
  'revisions.acceptance-in-sandbox': { automatic: acceptedAfter(5), 'at-once': acceptedAfter(0) },
  'revisions.status-after-decline': {
    'stays-open': replace('revisions.statusAfterDecline', null),
    'delivered-status': replace('revisions.statusAfterDecline', ({ delivered, previous_status }, all) => {
      if (previous_status === 'revised_report_complete') return previous_status
      const isRevised = all.some(({ status }) => status === 'completed')
      return delivered ? (isRevised ? 'revised_report_complete' : 'report_complete') : (previous_status ?? 'cancelled')
    }),
  },
  'revisions.updated-at-on-answer': {
    stays: set('revisions.answerTouches', false),
  },
  'revisions.moves-outside-the-table': { 'also-others': moving('accepted', 'declined') },
}

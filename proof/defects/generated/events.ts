// Generated from the table of transitions: each event missing, doubled, late, or with a key field of another form.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { Defect } from '../defect.ts'
import type { Decision, Raised } from '../../../simulator/domain/decision.ts'
import { byField } from '../rule-rows.ts'
import { dataComponent } from './shown-fields.ts'
import { statusesTaking, eventTypes, kebab, moves, working } from './table.ts'

type Data = Record<string, unknown>
type Fits = (raised: Raised, before: string | null, decision: Decision) => boolean

/** Changes the events of one transition; `before` is the status that the order left by it, null where it left none. */
const raising = (operator: Mutation['operator'], fits: Fits, change: (raised: Raised) => Raised[]): Mutation =>
  op.perTarget((left = new Map<string, string>()) => [
    operator,
    op.wrap('events.raised', (all, decision) => {
      const before = left.get(decision.order.id) ?? null
      return all.flatMap((one) => (fits(one, before, decision) ? change(one) : [one]))
    }),
    op.note('lifecycle.landsIn', ({ id, status }) => left.set(id, status.code)),
  ])

type Transition = {
  /** How the defect names it. */
  name: string
  text: string
  type: string
  breaks: string
  deep?: string
  fits: Fits
}

const from =
  (status: string): Fits =>
  (_raised, before) =>
    before === status

const byStatus = (
  name: string,
  text: string,
  type: string,
  breaks: string,
  statuses: readonly string[],
  also: Fits = () => true,
): Transition[] =>
  statuses.map((status) => ({
    name: `${name}-in-${kebab(status)}`,
    text: `${text} in \`${status}\``,
    type,
    breaks,
    deep: `only in ${status}`,
    fits: (...given) => from(status)(...given) && also(...given),
  }))

const revisable = statusesTaking('revision_request')
const isKind =
  (kind: string): Fits =>
  (_raised, _before, { revisions }) =>
    revisions?.[0]?.kind === kind

/** The transitions with an event of their own, which is raised once. */
const transitions: Transition[] = [
  ...(['new', 'pending_review'] as const).map((status) => ({
    name: `create-in-${kebab(status)}`,
    text: `An order that starts in \`${status}\``,
    type: 'order.created',
    breaks:
      status === 'new'
        ? 'events.created-is-raised-by-a-create'
        : 'lifecycle.order-placed-for-review-raises-order-created',
    ...(status === 'pending_review' && { deep: 'only for an order under review' }),
    fits: ({ order }: Raised) => order.status.code === status,
  })),
  ...byStatus('hold', 'A hold', 'order.on_hold', 'actions.hold-raises-order-on-hold', statusesTaking('hold')),
  ...working.map((status) => ({
    name: `resume-after-${kebab(status)}`,
    text: `A resume of an order that was held in \`${status}\``,
    type: 'order.resumed',
    breaks: 'actions.resume-raises-order-resumed',
    deep: `only after a hold in ${status}`,
    fits: (({ order }) => order.previous_status === status) as Fits,
  })),
  ...byStatus(
    'cancel',
    'A cancel',
    'order.cancelled',
    'actions.cancel-raises-order-cancelled',
    statusesTaking('cancel'),
  ),
  ...byStatus(
    'correction',
    'A correction asked for',
    'order.revision_requested',
    'revisions.correction-raises-revision-requested',
    revisable,
    isKind('correction'),
  ),
  ...byStatus(
    'reconsideration',
    'A reconsideration asked for',
    'order.revision_requested',
    'revisions.reconsideration-raises-revision-requested',
    revisable,
    isKind('reconsideration_of_value'),
  ),
  ...byStatus(
    'delivery',
    'A report delivered',
    'order.completed',
    'events.completed-is-raised-by-a-delivered-report',
    working,
  ),
  ...byStatus(
    'revised-delivery',
    'A revised report delivered',
    'order.completed',
    'events.completed-is-raised-again-by-a-revised-report',
    ['revision_requested', 'reconsideration_requested'],
  ),
  {
    name: 'assignment-in-new',
    text: 'An assignment in `new`',
    type: 'order.assigned',
    breaks: 'events.assigned-is-raised-by-an-assignment',
    fits: ({ order }) => order.status.code === 'new' || order.status.code === 'appraiser_assigned',
  },
]

/** Moves whose only event is the change of status, which may be repeated and so is never one too many. */
const plainMoves: Transition[] = moves
  .filter(([, to]) => !to.endsWith('report_complete'))
  .map(([status, to]) => ({
    name: `advance-${kebab(status)}-to-${kebab(to)}`,
    text: `The move from \`${status}\` to \`${to}\``,
    type: 'order.status_changed',
    breaks:
      status === 'pending_review'
        ? 'lifecycle.company-placing-raises-status-changed'
        : to === 'appraiser_assigned'
          ? 'sandbox.advance-to-assigned-raises-status-changed'
          : 'events.status-changed-is-raised-by-a-visible-change',
    deep: `only in ${status}`,
    fits: ({ order }, before) => before === status && order.status.code === to,
  }))

const made = (
  [prefix, operator]: [prefix: string, operator: Mutation['operator']],
  { name, type, breaks, deep, fits }: Transition,
  bug: string,
  change: (raised: Raised) => Raised[],
): Defect => ({
  id: `${prefix}-event-of-${name}`,
  breaks,
  bug,
  ...(deep !== undefined && { deep }),
  apply: raising(operator, (raised, ...rest) => raised.type === type && fits(raised, ...rest), change),
})

const missing = [...transitions, ...plainMoves].map((transition) =>
  made(['no', 'drop'], transition, `${transition.text} raises no ${transition.type}.`, () => []),
)

const doubled = transitions.map((transition) =>
  made(
    ['second', 'repeat'],
    transition,
    `${transition.text} raises ${transition.type} twice, each with an id of its own.`,
    (one) => [one, one],
  ),
)

const late = eventTypes.map((type): Defect => ({
  id: `late-${kebab(type.replace('order.', ''))}-event`,
  breaks: 'delivery.attempt-1-when-raised',
  bug: `Deliveries of ${type} wait for a batch that goes out every quarter of an hour.`,
  deep: 'only one type of event',
  apply: op
    .wrap('webhooks.lateBy', (usual, event, attempt) => usual + (event.type === type && attempt === 1 ? 900_000 : 0))
    .as('delay'),
}))

type OtherForm = [
  type: string,
  field: string,
  bug: string,
  change: (value: unknown, data: Data) => unknown,
  breaks?: string,
]

const noDate = 'conventions.dates-are-year-month-day'
const noTime = 'conventions.timestamps-are-iso-8601-with-offset'

/** Key fields whose form the contract states, and another form; dates and times have it from a convention of their own. */
const otherForms: OtherForm[] = [
  ['created', 'due_date', 'is a time of day on that date', (date) => `${String(date)}T00:00:00Z`, noDate],
  ['created', 'lender_reference', 'is an object', (text) => ({ text })],
  ['status_changed', 'status', 'is the bare code', (status) => (status as Data)['code']],
  ['status_changed', 'previous_status', 'is the bare code', (status) => (status as Data)['code']],
  ['status_changed', 'note', 'is an object', (text) => ({ text })],
  ['assigned', 'assigned_at', 'is a date without a time', (at) => String(at).slice(0, 10), noTime],
  ['on_hold', 'status', 'is that of the resume', (status) => ({ ...(status as Data), code: 'off_hold' })],
  ['cancelled', 'status', 'is that of the hold', (status) => ({ ...(status as Data), code: 'on_hold' })],
  ['completed', 'report_format', 'is a number', (format) => (format === 'uad_3_6' ? 3.6 : 2.6)],
  ['completed', 'revision', 'is a text', String],
  ['completed', 'completed_at', 'is a date without a time', (at) => String(at).slice(0, 10), noTime],
  [
    'completed',
    'documents',
    'is an object by id',
    (all) => Object.fromEntries((all as Data[]).map((one) => [one['id'], one])),
  ],
  ['due_date_changed', 'due_date', 'is the date that held before', (_date, data) => data['previous_due_date']],
  ['due_date_changed', 'previous_due_date', 'is the date that holds from then on', (_date, data) => data['due_date']],
  ['due_date_changed', 'requested_by', 'is null', () => null],
  ['fee_changed', 'appraisal_fee', 'is the fee charged before', (_fee, data) => data['previous_appraisal_fee']],
  ['fee_changed', 'previous_appraisal_fee', 'is the fee charged from then on', (_fee, data) => data['appraisal_fee']],
  ['fee_changed', 'reason', 'is an object', (text) => ({ text })],
]

const misshapen = otherForms.map(([type, field, bug, change, breaks]): Defect => ({
  id: `wrong-${kebab(field)}-in-${kebab(type)}-event`,
  breaks: breaks ?? byField.get(`${dataComponent(`order.${type}`)}.${field}`)![0]!,
  bug: `The ${field} of order.${type} ${bug}.`,
  apply: op.retype(`order.${type}`, field, (value, data) => change(value, data)),
}))

export const events: readonly Defect[] = [...missing, ...doubled, ...late, ...misshapen]

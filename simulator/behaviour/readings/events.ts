// Permitted readings of the freedoms of the area events.
import { misread, perTarget, refuse, replace, set, wrap } from '../operators/index.ts'
import type { Decision, Raised } from '../../domain/decision.ts'
import type { Order, RevisionRequest } from '../../domain/records.ts'
import type { Behaviour } from '../behaviour.ts'
import type { events as eventsOf } from '../events.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Events = ReturnType<typeof eventsOf>
type Data = Record<string, unknown>
type Status = { code: string; label: string; changed_at: string }

/** Changes the events of one change before they are raised. */
const raised = (change: (all: readonly Raised[], decision: Decision) => readonly Raised[]): ReadingPatch =>
  wrap('events.raised', (usual, decision) => change(usual, decision))

/** The move's own event stands for the change of status. */
const ownOnly = (fits: (event: Raised) => boolean): ReadingPatch =>
  refuse('events.alsoStatusChanged', (own) => own.some(fits))

const ownOnlyOf = (type: string): ReadingPatch => ownOnly((event) => event.type === type)

const completedWith =
  (revision: boolean) =>
  ({ type, data }: Raised): boolean =>
    type === 'order.completed' && data['revision'] === revision

const isStatusChange = ({ type }: Raised): boolean => type === 'order.status_changed'

/** An `order.status_changed` that reports no change. */
const noOp = ({ order, data }: Raised): Raised => {
  const { code, label } = data['status'] as Status
  return {
    type: 'order.status_changed',
    order,
    data: { status: data['status'], previous_status: { code, label }, note: data['note'] ?? null },
  }
}

/** Statuses that are announced twice, as where a screen is saved again. */
const saidTwice = ['appraiser_accepted', 'borrower_contacted', 'awaiting_review']

const announced = (...where: (keyof Events['announced'])[]): ReadingPatch =>
  set('events.announced', (usual) => ({
    ...usual,
    ...Object.fromEntries(where.map((one) => [one, !usual[one]])),
  }))

const noted = (words: string): ReadingPatch =>
  misread('events.statusChanged', (present, order, company, previous, note) => [
    present,
    order,
    company,
    previous,
    note ?? words,
  ])

const actionSaying = (reasonOf: (reason: string | null, order: Order, type: string) => string | null): ReadingPatch =>
  misread('events.action', (present, order, company, reason, type) => [
    present,
    order,
    company,
    reasonOf(reason, order, type),
  ])

const defaultReasons: Record<string, string> = {
  'order.on_hold': 'Put on hold by the lender',
  'order.resumed': 'Resumed by the lender',
  'order.cancelled': 'Cancelled by lender',
}

const reasonOfTheHold: ReadingPatch = (ground) => {
  const holds = new Map<string, string | null>()
  actionSaying((reason, { id }, type) => {
    if (type === 'order.on_hold') holds.set(id, reason)
    return type === 'order.resumed' ? (holds.get(id) ?? null) : reason
  })(ground)
}

const resumedToWork: ReadingPatch = wrap('events.action', (data, present, order, company, _reason, type) => {
  if (type !== 'order.resumed' || order.previous_status === null) return data
  const { changed_at } = data.status as Status
  return { ...data, status: { ...present.statusName(order.previous_status, company), changed_at } }
})

type Response = RevisionRequest['responses'][number] | null

const responded = (
  change: (data: Data, given: { present: Behaviour['present']; request: RevisionRequest; response: Response }) => Data,
): ReadingPatch =>
  wrap('events.revisionResponded', (data, present, request, response) => change(data, { present, request, response }))

const statusOfTheOrder: ReadingPatch = wrap(
  'events.revisionResponded',
  (data, present, _request, _response, order, company) => ({ ...data, status: present.status(order.status, company) }),
)

/** Events of one change a millisecond apart, and never behind those of an earlier one. */
const growing: ReadingPatch = perTarget((last = 0) =>
  wrap('events.instant', (usual, _now, index) => (last = Math.max(usual, index === 0 ? last : last + 1))),
)

const enveloped = (more: (envelope: Data) => Data): ReadingPatch =>
  wrap('webhooks.envelope', (usual) => {
    return { ...usual, ...more(usual) }
  })

export const events: AreaReadings = {
  'events.hold-also-status-changed': { 'own-event-only': ownOnlyOf('order.on_hold') },
  'events.resume-also-status-changed': { 'own-event-only': ownOnlyOf('order.resumed') },
  'events.cancel-also-status-changed': { 'own-event-only': ownOnlyOf('order.cancelled') },
  'events.delivery-also-status-changed': { 'own-event-only': ownOnly(completedWith(false)) },
  'events.revision-also-status-changed': { 'own-event-only': ownOnlyOf('order.revision_requested') },
  'events.revised-also-status-changed': { 'own-event-only': ownOnly(completedWith(true)) },
  'events.creation-also-status-changed': {
    both: raised((all) => all.flatMap((event) => (event.type === 'order.created' ? [event, noOp(event)] : [event]))),
  },
  'events.no-op-status-changed': {
    sometimes: raised((all) =>
      all.flatMap((event) => {
        const repeats = isStatusChange(event) && saidTwice.includes((event.data['status'] as Status).code)
        return repeats ? [event, noOp(event)] : [event]
      }),
    ),
  },
  'events.first-delivery-document-added': { 'later-files-only': announced('firstDelivery') },
  'events.own-upload-document-added': {
    raised: set('uploads.announced', true),
  },
  'events.inline-document-added': { raised: announced('inline') },
  'events.order-within-one-change': {
    'status-changed-first': raised((all) => [
      ...all.filter(isStatusChange),
      ...all.filter((event) => !isStatusChange(event)),
    ]),
  },
  'events.created-at-within-one-change': { growing },
  'events.assignment-when-skipped': {
    'not-raised': set('sandbox.assignsWhenSkipped', false),
  },
  'events.skipped-statuses': {
    'each-step': ({ behaviour: { sandbox } }) => {
      const way = [
        'appraiser_assigned',
        'appraiser_accepted',
        'borrower_contacted',
        'appointment_scheduled',
        'awaiting_review',
        'report_complete',
      ]
      const beside: Record<string, string> = {
        left_message_for_borrower: 'borrower_contacted',
        report_rejected_for_correction: 'report_complete',
      }
      const { steps } = sandbox
      sandbox.steps = (from, to) => {
        const usual = steps.call(sandbox, from, to)
        const start = way.indexOf(from)
        const goal = way.indexOf(beside[to] ?? to)
        // What lies beside the way is left for where it stands beside, and a rejected report is submitted again.
        const passed = { left_message_for_borrower: 2, report_rejected_for_correction: 3 }[from] ?? start
        const between = goal < 0 || from === 'pending_review' ? [] : way.slice(passed + 1, goal)
        return [...between.filter((step) => !usual.includes(step)), ...usual]
      }
    },
  },
  'events.appraiser-shared': {
    'null-value': ({ world }) => {
      for (const company of world.companies) company.shares_appraiser = false
    },
  },
  'events.note-content': { 'some-text': noted('The order has moved on.') },
  'events.reason-when-none': {
    'default-text': actionSaying((reason, _order, type) => reason ?? defaultReasons[type] ?? 'No reason given'),
  },
  'events.resumed-reason': { 'of-the-hold': reasonOfTheHold },
  'events.resumed-status': { 'working-status': resumedToWork },
  'events.completed-documents': {
    'all-on-order': ({ behaviour: { deliveries, events } }) => {
      events.completedDocuments = (delivered, before) => deliveries.listed([...delivered, ...before])
    },
  },
  'events.revision-responded-count': {
    once: wrap('events.respondedSteps', (usual) => usual.slice(-1)),
  },
  'events.revision-responded-response': {
    object: set('revisions.recordsSilence', true),
    text: responded((data, { request, response }) => ({
      ...data,
      response: response?.message ?? `The request is ${request.status}.`,
    })),
  },
  'events.revision-completed-event': {
    'not-raised': misread('events.respondedSteps', (steps) => [steps.filter((step) => step !== 'completed')]),
  },
  'events.extra-payload-fields': {
    'further-fields': wrap('events.base', (usual, order) => ({
      ...usual,
      order_url_path: `/orders/${order.id}`,
      company_code: order.company_id,
    })),
  },
  'events.extra-envelope-fields': {
    'further-fields': enveloped(() => ({ object: 'event', source: 'orders' })),
  },
  'events.test-flag': { 'false-value': enveloped(({ test }) => ({ test: test === true })) },
  'events.fee-reason': {
    'some-text': misread('events.feeChanged', (order, previous, reason) => [
      order,
      previous,
      reason ?? 'The fee was reviewed.',
    ]),
  },
  'events.due-date-requester-when-asked': {
    company: replace('events.requesterOf', 'company', (asked, given) => asked !== given),
  },
  'events.revision-responded-status': { 'of-the-order': statusOfTheOrder },
}

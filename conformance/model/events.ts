// The events that an accepted action must raise once, and those that a freedom lets it raise; and what a refusal must not.
import type { Action } from './actions.ts'
import { union, type OrderModel } from './order-model.ts'
import { noEvents, type EventPattern, type ExpectedEvents } from './outcome.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** The rules of what a move raises that the walk judges in one check; a test compares all of these with fixtures/rules. */
const raised = {
  created: ['events.created-is-raised-by-a-create'],
  createdForReview: ['lifecycle.order-placed-for-review-raises-order-created'],
  assigned: ['events.assigned-is-raised-by-an-assignment'],
  statusAfterAssigned: ['sandbox.advance-to-assigned-raises-status-changed'],
  statusAfterPlacing: ['events.status-changed-is-raised-by-a-visible-change'],
  statusAfterWork: ['events.status-changed-is-raised-by-a-visible-change'],
  resumed: ['actions.resume-raises-order-resumed'],
  completed: ['events.completed-is-raised-by-a-delivered-report'],
  revised: [
    'events.completed-is-raised-again-by-a-revised-report',
    'events.completed-revision-is-true-for-a-revised-report',
  ],
  responded: ['sandbox.revised-report-raises-revision-responded'],
} as const

export const rulesOfRaised = (): string[] => [...new Set(Object.values(raised).flat())]

/** The rules for what each action raises, and for what it must not. */
export const eventRules = {
  ...raised,
  passed: ['actions.hold-raises-order-on-hold'],
  cancelled: ['actions.cancel-raises-order-cancelled'],
  correction: ['revisions.correction-raises-revision-requested'],
  reconsideration: ['revisions.reconsideration-raises-revision-requested'],
  ownMessage: ['events.message-posted-is-not-raised-by-the-lender'],
  refusedAction: ['actions.refused-action-raises-no-event-of-its-kind'],
  repeatedAction: ['actions.refused-action-raises-no-event-of-its-kind', 'actions.repeat-has-no-second-effect'],
  refusedAdvance: ['sandbox.refused-advance-raises-no-event'],
  refusedRevision: ['revisions.refused-request-raises-no-event'],
} as const

const event = (type: string, rules: readonly string[], more: Partial<EventPattern> = {}): EventPattern => ({
  type,
  rules: [...rules],
  ...more,
})

const statusChanged = (more: Partial<EventPattern> = {}): EventPattern =>
  event('order.status_changed', [], { repeats: true, ...more })

const one = (must: EventPattern, may: EventPattern[] = []): ExpectedEvents => ({ must: [must], may, never: [] })

const assignedMeanwhile = (before: OrderModel): EventPattern[] =>
  before.assigned === true ? [] : [event('order.assigned', [])]

const filesAdded = event('order.document_added', [], { repeats: true })

const advanceEvents = (before: OrderModel, from: StatusCode, to: StatusCode): ExpectedEvents => {
  if (to === 'report_complete') {
    const completed = event('order.completed', eventRules.completed, { revision: false })
    return one(completed, [...assignedMeanwhile(before), filesAdded])
  }
  if (to === 'revised_report_complete') {
    const completed = event('order.completed', eventRules.revised, { revision: true })
    const responded = event('order.revision_responded', eventRules.responded, { repeats: true, early: true })
    return { must: [completed, responded], may: [filesAdded], never: [] }
  }
  const byPlace = from === 'pending_review' ? eventRules.statusAfterPlacing : eventRules.statusAfterWork
  const rules = to === 'appraiser_assigned' ? eventRules.statusAfterAssigned : byPlace
  const changed = statusChanged({ status: [to], rules: [...rules] })
  if (to === 'appraiser_assigned') {
    return { must: [event('order.assigned', eventRules.assigned), changed], may: [], never: [] }
  }
  return one(changed, to === 'new' ? [] : assignedMeanwhile(before))
}

const createdRules = (shown: readonly StatusCode[]): string[] => [
  ...eventRules.created,
  ...(shown.length === 1 && shown[0] === 'pending_review' ? eventRules.createdForReview : []),
]

const decidedEvents = (
  action: Action,
  before: OrderModel,
  from: StatusCode | null,
  shown: readonly StatusCode[],
): ExpectedEvents => {
  switch (action.do) {
    case 'create':
      return one(event('order.created', createdRules(shown)))
    case 'advance':
      return advanceEvents(before, from ?? '', action.to)
    case 'hold':
      return one(event('order.on_hold', eventRules.passed))
    case 'resume':
      return one(event('order.resumed', eventRules.resumed))
    case 'cancel':
      return one(event('order.cancelled', eventRules.cancelled))
    case 'revision': {
      const rules = action.kind === 'correction' ? eventRules.correction : eventRules.reconsideration
      return one(event('order.revision_requested', rules, { kind: action.kind }), [
        event('order.revision_responded', [], { repeats: true }),
      ])
    }
    case 'message':
      return { ...noEvents, never: [event('order.message_posted', eventRules.ownMessage, { own: true })] }
    case 'upload':
      return { ...noEvents, may: [event('order.document_added', [], { repeats: true })] }
    default:
      return noEvents
  }
}

const movesOrder = ['create', 'advance', 'hold', 'resume', 'cancel', 'revision']

/**
 * Events of an accepted action; `shown` are the statuses the order may have afterwards, `passed` those it may have been
 * through on the way, each of which may be reported.
 */
export const acceptedEvents = (
  action: Action,
  before: OrderModel,
  from: StatusCode | null,
  shown: readonly StatusCode[],
  passed: readonly StatusCode[] = [],
): ExpectedEvents => {
  const events = decidedEvents(action, before, from, shown)
  if (!movesOrder.includes(action.do)) return events
  const status = union(shown, passed, before.previous, from === null ? [] : [from])
  return { ...events, may: [...events.may, statusChanged({ status })] }
}

const ownEvent: Partial<Record<Action['do'], string>> = {
  hold: 'order.on_hold',
  resume: 'order.resumed',
  cancel: 'order.cancelled',
  revision: 'order.revision_requested',
}

/** Where an action leads: there it is refused as one that is sent again. */
const ledTo: Partial<Record<Action['do'], StatusCode>> = { hold: 'on_hold', resume: 'off_hold', cancel: 'cancelled' }

/** What a refused action would wrongly raise. */
export const refusedEvents = (action: Action, from: StatusCode): ExpectedEvents => {
  if (action.do === 'advance') {
    // A status the order holds already may be repeated at any time.
    const types = ['order.assigned', 'order.completed', ...(action.to === from ? [] : ['order.status_changed'])]
    const status = [action.to]
    return {
      ...noEvents,
      never: types.map((type) =>
        event(type, eventRules.refusedAdvance, type === 'order.status_changed' ? { status, from } : {}),
      ),
    }
  }
  const type = ownEvent[action.do]
  if (type === undefined) return noEvents
  const ofAction = ledTo[action.do] === from ? eventRules.repeatedAction : eventRules.refusedAction
  const rules = action.do === 'revision' ? eventRules.refusedRevision : ofAction
  return { ...noEvents, never: [event(type, rules)] }
}

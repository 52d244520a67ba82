// Readings of which events come beside which, in which order and at which instant.
import { lazily } from '../../contract/lazily.ts'
import { statusesBefore } from '../../contract/stages.ts'
import { either, firstOf, type ExchangeObserver } from '../observer.ts'
import { changesIn, codeIn, eventsIn, isStatusChange, type Change, type RaisedEvent } from '../raised-events.ts'

type Fits = (event: RaisedEvent) => boolean

const ofChange = (freedom: string, fits: Fits, reading: (change: Change) => string | null): ExchangeObserver => ({
  freedom,
  reading: (exchange) => firstOf(changesIn(exchange), (change) => (fits(change.own) ? reading(change) : null)),
})

const isOf =
  (...types: string[]): Fits =>
  ({ type }) =>
    types.includes(type)

const isCompleted =
  (revision: boolean): Fits =>
  ({ type, data }) =>
    type === 'order.completed' && data['revision'] === revision

const kindOf = ({ data }: RaisedEvent): unknown => (data['revision_request'] as { kind?: unknown } | null)?.kind

const ownCode = (event: RaisedEvent): string => {
  if (event.type === 'order.on_hold') return 'on_hold'
  if (event.type === 'order.resumed') return 'off_hold'
  if (event.type === 'order.cancelled') return 'cancelled'
  if (event.type === 'order.completed')
    return event.data['revision'] === true ? 'revised_report_complete' : 'report_complete'
  return kindOf(event) === 'reconsideration_of_value' ? 'reconsideration_requested' : 'revision_requested'
}

/** The `order.status_changed` of the same change. */
const statusChangeOf = ({ own, beside }: Change): RaisedEvent | undefined => {
  const code = ownCode(own)
  return beside.find(
    (event) => isStatusChange(event) && codeIn(event, 'status') === code && codeIn(event, 'previous_status') !== code,
  )
}

const alsoStatusChanged = (freedom: string, fits: Fits): ExchangeObserver =>
  ofChange(freedom, fits, (change) => {
    // Another request of the same kind changes no status.
    const repeats = change.before?.type === 'order.revision_requested' && change.own.type === change.before.type
    if (repeats) return null
    return statusChangeOf(change) ? 'both' : change.whole ? 'own-event-only' : null
  })

const statusOf = ({ data }: RaisedEvent): { changed_at?: unknown } => (data['status'] ?? {}) as { changed_at?: unknown }

/** The two events of one change that both show its status. */
const pairOf = (change: Change): [own: RaisedEvent, changed: RaisedEvent] | null => {
  const changed = statusChangeOf(change)
  const isOne = changed !== undefined && statusOf(changed).changed_at === statusOf(change.own).changed_at
  return isOne ? [change.own, changed] : null
}

const statusReading = isOf('order.on_hold', 'order.cancelled', 'order.completed')

const order = (change: Change): string | null => {
  const pair = pairOf(change)
  if (!pair) return null
  const [own, changed] = pair.map((event) => change.ofOrder.indexOf(event))
  return either(own! < changed!, 'own-event-first', 'status-changed-first')
}

const instants = (change: Change): string | null => {
  const pair = pairOf(change)
  if (!pair) return null
  if (pair[0].createdAt !== pair[1].createdAt) return 'growing'
  // Whole seconds hide what grows by less, and so may two events alone.
  const same = change.beside.filter(({ createdAt }) => createdAt === change.own.createdAt)
  return /\.\d{3}/.test(change.own.createdAt) && same.length >= 3 ? 'same' : null
}

/** Work that is asked for again; a second request for a revision opens the same status, which is no such thing. */
const atWork = lazily(() => statusesBefore('report_complete', 'appraiser_assigned'))

const noOp = (event: RaisedEvent): string | null => {
  const code = isStatusChange(event) ? codeIn(event, 'status') : undefined
  return code !== undefined && atWork().includes(code) && code === codeIn(event, 'previous_status') ? 'sometimes' : null
}

const isResponded =
  (status?: string): Fits =>
  ({ type, data }) =>
    type === 'order.revision_responded' && (status === undefined || data['status'] === status)

const apart = (one: RaisedEvent, other: RaisedEvent): number =>
  Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt))

/** A company may answer a completed request much later, and that is another event of the same look. */
const completedEvent = ({ own, beside, before, ofOrder, whole }: Change): string | null => {
  if (beside.some((event) => isResponded('completed')(event) && apart(event, own) < 1_000)) return 'raised'
  const isAnswered = ofOrder.some(isResponded('declined'))
  const isPlain = beside.filter(isResponded()).every(({ data }) => data['status'] === 'accepted')
  return whole && isPlain && !isAnswered && before?.type === 'order.revision_requested' ? 'not-raised' : null
}

/** The acceptance that a delivery brings along, which nobody writes anything for. */
const silentResponse = ({ own, beside }: Change): string | null => {
  const accepted = beside.find(isResponded('accepted'))
  if (!accepted) return null
  const { response } = accepted.data
  if (response === null) return 'null-value'
  if (apart(accepted, own) > 5) return null
  return typeof response === 'string' ? 'text' : typeof response === 'object' ? 'object' : null
}

export const changeObservers: readonly ExchangeObserver[] = [
  alsoStatusChanged('events.resume-also-status-changed', isOf('order.resumed')),
  alsoStatusChanged('events.cancel-also-status-changed', isOf('order.cancelled')),
  alsoStatusChanged('events.delivery-also-status-changed', isCompleted(false)),
  alsoStatusChanged('events.revised-also-status-changed', isCompleted(true)),
  alsoStatusChanged('events.revision-also-status-changed', isOf('order.revision_requested')),
  ofChange('events.order-within-one-change', statusReading, order),
  ofChange('events.created-at-within-one-change', statusReading, instants),
  ofChange('events.revision-completed-event', isCompleted(true), completedEvent),
  ofChange('events.revision-responded-response', isCompleted(true), silentResponse),
  { freedom: 'events.no-op-status-changed', reading: (exchange) => firstOf(eventsIn(exchange), noOp) },
]

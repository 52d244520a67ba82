// Events as the feed and the deliveries show them, and what of a change a page of the feed shows whole.
import { groupBy } from '../../reports/group-by.ts'
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSigned, itemsAt, succeeded } from './answers.ts'
import { firstOf, type StatefulObserver } from './observer.ts'

export type RaisedEvent = {
  type: string
  createdAt: string
  orderId: string
  data: Record<string, unknown>
}

/** Of an event that opens a change of its own: what else was raised between the change before and the one after it. */
export type Change = {
  own: RaisedEvent
  /** The events of the order on the page, in the order raised. */
  ofOrder: readonly RaisedEvent[]
  beside: readonly RaisedEvent[]
  before: RaisedEvent | undefined
  /** Whether nothing that was raised beside can be missing. */
  whole: boolean
}

const eventOf = (record: Record<string, unknown>, orderId: unknown): RaisedEvent => ({
  type: String(record['type']),
  createdAt: String(record['created_at']),
  orderId: String(orderId),
  data: isObject(record['data']) ? record['data'] : {},
})

const pages = new WeakMap<Answered['response'], readonly RaisedEvent[]>()

/** The events of a page of the feed, parsed once. */
export const eventsIn = (exchange: Answered): readonly RaisedEvent[] => {
  if (!succeeded('listEvents')(exchange)) return []
  const known = pages.get(exchange.response)
  if (known) return known
  const events = itemsAt(exchange, '/data')
    .filter(isObject)
    .map((record) => eventOf(record, record['order_id']))
  pages.set(exchange.response, events)
  return events
}

/** Sent for a test of the webhook; no order raised it. */
export const isSpecimen = (delivery: Delivery): boolean => {
  const { test, data } = envelopeOf(delivery)
  return test === true || String(data?.order_id ?? '').startsWith('ord_test_')
}

export const eventIn = (delivery: Delivery): RaisedEvent | null => {
  const envelope = envelopeOf(delivery)
  const isReal = isSigned(delivery) && isObject(envelope.data) && !isSpecimen(delivery)
  return isReal ? eventOf(envelope, envelope.data!.order_id) : null
}

/** Looks at each event on its own, wherever it is shown. */
export const byEvent =
  (reading: (event: RaisedEvent) => string | null): StatefulObserver['start'] =>
  () => ({
    reading: (exchange) => firstOf(eventsIn(exchange), reading),
    delivered(delivery) {
      const event = eventIn(delivery)
      return event && reading(event)
    },
  })

export const codeIn = ({ data }: RaisedEvent, status: 'status' | 'previous_status'): string | undefined => {
  const value = data[status]
  return isObject(value) && typeof value['code'] === 'string' ? value['code'] : undefined
}

export const isStatusChange = ({ type }: RaisedEvent): boolean => type === 'order.status_changed'

/** Events that no other of these shares its change with. */
const opens = [
  'order.created',
  'order.on_hold',
  'order.resumed',
  'order.cancelled',
  'order.completed',
  'order.revision_requested',
]

const aWhile = 2_000

export const isWhileBefore = (one: RaisedEvent | undefined, other: RaisedEvent | undefined): boolean =>
  one !== undefined && other !== undefined && Date.parse(other.createdAt) - Date.parse(one.createdAt) >= aWhile

/** Whether a page leaves nothing out between its first event and its last but other orders. */
export const isUnfiltered = ({ request }: Answered): boolean =>
  [...new URL(request.url).searchParams.keys()].every((key) => ['order_id', 'per_page', 'after'].includes(key))

export const byOrder = (events: readonly RaisedEvent[]): RaisedEvent[][] => [
  ...groupBy(events, ({ orderId }) => orderId).values(),
]

const changes = new WeakMap<Answered['response'], readonly Change[]>()

export const changesIn = (exchange: Answered): readonly Change[] => {
  const page = eventsIn(exchange)
  if (page.length === 0 || !isUnfiltered(exchange)) return []
  const known = changes.get(exchange.response)
  if (known) return known
  const isFromTheStart = !new URL(exchange.request.url).searchParams.has('after')
  const found = byOrder(page).flatMap((ofOrder) => {
    const own = ofOrder.flatMap(({ type }, index) => (opens.includes(type) ? [index] : []))
    return own.map((at, nth): Change => {
      const [from, to] = [own[nth - 1], own[nth + 1]]
      const event = ofOrder[at]!
      const isOpened =
        from !== undefined || event.type === 'order.created' || isFromTheStart || isWhileBefore(page[0], event)
      return {
        own: event,
        ofOrder,
        beside: ofOrder.slice((from ?? -1) + 1, to).filter((one) => one !== event),
        before: from === undefined ? undefined : ofOrder[from],
        whole: isOpened && (to !== undefined || isWhileBefore(event, page.at(-1))),
      }
    })
  })
  changes.set(exchange.response, found)
  return found
}

// An item of the order list shows what a read of the same order shows, so long as neither reports a later change.
import { isObject } from '../contract/is-object.ts'
import { orderIn } from '../evidence/plain-path.ts'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { isFine } from '../contract/same-instant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const rule = 'list.order-item-agrees-with-the-order'
const asSent = 'create.order-shows-the-lender-reference-sent'

type Fields = Record<string, unknown>
type Shown = { lender_reference?: unknown; status: Fields; order_type: Fields; dates: Fields }
type Sighting = { order: Shown; exchange: string; quiet: boolean }

type Known = {
  /** By order and the `updated_at` it showed: the latest of its reads and of its items. */
  shown: Map<string, { read?: Sighting; item?: Sighting }>
  /** Orders without a reference, by the creates that placed them; an amendment can give them one, whatever a replay shows then. */
  unnamed: Map<string, string | null>
  created: Set<string>
  /** The least time, by environment, that the clock which dates answers was seen to be ahead of that of the orders. */
  ahead: Map<string, number>
}

const nothingKnown = (): Known => ({ shown: new Map(), unnamed: new Map(), created: new Set(), ahead: new Map() })

// Longer than the second that a timestamp may be cut to: a change after that shows another `updated_at`.
const unitMs = 2_000

/**
 * Whether the answer was given so long after the order's last change that any further one would show. Another machine than
 * that of the orders may have dated it: what was shown soonest after its change says how far the two clocks are apart.
 */
const isQuiet = ({ ahead }: Known, exchange: Answered, updatedAt: string): boolean => {
  const since = Date.parse(headerOf(exchange.response.headers, 'Date') ?? '') - Date.parse(updatedAt)
  if (Number.isNaN(since)) return false
  const place = String(exchange.environment)
  const least = Math.min(ahead.get(place) ?? since, since)
  ahead.set(place, least)
  return since - exchange.ms - unitMs > Math.max(0, least)
}

/** A time may be written to the second in one place and more finely in the other. */
const instant = (value: unknown): unknown => {
  const at = typeof value === 'string' && value.includes('T') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? value : Math.floor(at / 1_000)
}

type Part = [pointer: string, of: (order: Shown) => unknown, as?: (value: unknown) => unknown]

// A product is the same permanently; its name may be reworded.
const ofTheProduct: Part[] = ['code', 'report_format', 'appraiser_certification'].map((field) => [
  `/order_type/${field}`,
  ({ order_type: type }) => type[field],
])

/** A report is delivered with the status that reports it. */
const ofTheStatus: Part[] = [['/dates/completed_at', ({ dates }) => dates['completed_at'], instant]]

const ofTheAppointment: Part[] = [['/dates/appointment_at', ({ dates }) => dates['appointment_at'], instant]]

const ofTheMoment: Part[] = [
  ['/lender_reference', ({ lender_reference: reference }) => reference],
  ['/status/code', ({ status }) => status['code']],
  ['/dates/due_date', ({ dates }) => dates['due_date']],
]

const sameStatus = (one: Shown, other: Shown): boolean =>
  one.status['code'] === other.status['code'] && one.status['changed_at'] === other.status['changed_at']

/** An appointment may move without the status; to the fraction of a second both are of one change. */
const isOneVersion = (one: Shown, other: Shown): boolean => sameStatus(one, other) && isFine(one.dates['updated_at'])

const isShown = (value: unknown): value is Shown & { id: string; dates: { updated_at: string } } =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  [value['status'], value['order_type'], value['dates']].every(isObject) &&
  typeof (value['dates'] as Fields)['updated_at'] === 'string'

const compare = (item: Shown, read: Shown, quiet: boolean, pointer: string): Assertion[] => {
  const parts = [
    ...ofTheProduct,
    ...(sameStatus(item, read) ? ofTheStatus : []),
    ...(isOneVersion(item, read) ? ofTheAppointment : []),
    ...(quiet ? [...ofTheMoment, ...ofTheStatus, ...ofTheAppointment] : []),
  ]
  const differing = parts.find(
    ([, of, as = (value) => value]) =>
      of(item) !== undefined && of(read) !== undefined && as(of(item)) !== as(of(read)),
  )
  if (!differing) return assertion(rule, true, null, null)
  const [at, of] = differing
  return assertion(rule, false, of(read), of(item), pointer + at)
}

/** Each environment may number its orders for itself. */
const keyOf = ({ environment }: Answered, id: unknown): string => `${environment} ${String(id)}`

const remember = ({ unnamed }: Known, exchange: Answered): void => {
  const { id: source, operation, request, response } = exchange
  if (operation === 'createOrder') {
    const body = jsonOf(response.body)
    const key = isObject(body) && body['lender_reference'] === null ? keyOf(exchange, body['id']) : null
    if (key !== null && !unnamed.has(key)) unnamed.set(key, source)
  }
  const amended = operation === 'amendOrder' ? orderIn(request.url) : undefined
  if (amended !== undefined) unnamed.set(keyOf(exchange, amended), null)
}

/** The reference is the lender's own; a create that is sent again may show one that was amended since. */
const compareSent = ({ created }: Known, exchange: Answered): Assertion[] => {
  const { operation, request, response } = exchange
  const body = operation === 'createOrder' && response.status < 300 ? jsonOf(response.body) : undefined
  if (!isObject(body) || created.has(keyOf(exchange, body['id']))) return []
  created.add(keyOf(exchange, body['id']))
  const [sent, shown] = [request.body ? jsonOf(request.body) : undefined, body['lender_reference']]
  if (!isObject(sent) || (sent['lender_reference'] ?? null) !== null || typeof shown !== 'string') return []
  return assertion(asSent, shown.trim() === '', null, shown, '/lender_reference')
}

const compareReference = (item: Shown, created: string | null | undefined, pointer: string): Assertion[] => {
  const { lender_reference: reference } = item
  if (created === undefined || created === null || reference === undefined) return []
  return assertion(rule, reference === null, null, reference, `${pointer}/lender_reference`).map((entry) =>
    entry.passed ? entry : { ...entry, requests: [created] },
  )
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const known = memory.of(nothingKnown)
  remember(known, exchange)
  if (exchange.operation === 'createOrder') {
    const body = jsonOf(exchange.response.body)
    if (isShown(body)) isQuiet(known, exchange, body.dates.updated_at)
    return compareSent(known, exchange)
  }
  const isRead = exchange.operation === 'getOrder'
  if (!isRead && exchange.operation !== 'listOrders') return []
  return (shapeOfAnswer(exchange)?.visits ?? [])
    .filter(({ components }) => components.includes(isRead ? 'Order' : 'OrderListItem'))
    .flatMap(({ value, pointer }) => {
      if (!isShown(value)) return []
      const quiet = isQuiet(known, exchange, value.dates.updated_at)
      const key = `${exchange.environment} ${value.id} ${value.dates.updated_at}`
      const unnamed = isRead ? [] : compareReference(value, known.unnamed.get(keyOf(exchange, value.id)), pointer)
      const both = known.shown.get(key) ?? {}
      known.shown.set(key, both)
      const own: Sighting = { order: value, exchange: exchange.id, quiet }
      both[isRead ? 'read' : 'item'] = own
      const earlier = isRead ? both.item : both.read
      if (!earlier) return unnamed
      const [item, read] = isRead ? [earlier, own] : [own, earlier]
      const agreed = compare(item.order, read.order, earlier.quiet, isRead ? '' : pointer).map((entry) =>
        entry.passed ? entry : { ...entry, requests: [earlier.exchange] },
      )
      return [...unnamed, ...agreed]
    })
}

export const listedOrders: ExchangeInvariant = { id: 'invariant.listed-orders', rules: [rule, asSent], assert }

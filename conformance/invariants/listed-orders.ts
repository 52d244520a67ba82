// An item of the order list shows what a read of the same order shows, so long as neither reports a later change.
import { isObject } from '../contract/is-object.ts'
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const rule = 'list.order-item-agrees-with-the-order'

type Fields = Record<string, unknown>
type Shown = { lender_reference?: unknown; status: Fields; order_type: Fields; dates: Fields }
type Sighting = { order: Shown; exchange: string; quiet: boolean }

/** By order and the `updated_at` it showed: the latest of its reads and of its items. */
type Known = Map<string, { read?: Sighting; item?: Sighting }>

const nothingKnown = (): Known => new Map()

// Longer than the second that a timestamp may be cut to: a change after that shows another `updated_at`.
const unitMs = 2_000

/** Whether the answer was given so long after the order's last change that any further one would show. */
const isQuiet = (exchange: Answered, updatedAt: string): boolean => {
  const answeredAt = Date.parse(headerOf(exchange.response.headers, 'Date') ?? '')
  return answeredAt - exchange.ms - unitMs > Date.parse(updatedAt)
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

const ofTheMoment: Part[] = [
  ['/lender_reference', ({ lender_reference: reference }) => reference],
  ['/status/code', ({ status }) => status['code']],
  ['/dates/due_date', ({ dates }) => dates['due_date']],
  ['/dates/appointment_at', ({ dates }) => dates['appointment_at'], instant],
]

const sameStatus = (one: Shown, other: Shown): boolean =>
  one.status['code'] === other.status['code'] && one.status['changed_at'] === other.status['changed_at']

const isShown = (value: unknown): value is Shown & { id: string; dates: { updated_at: string } } =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  [value['status'], value['order_type'], value['dates']].every(isObject) &&
  typeof (value['dates'] as Fields)['updated_at'] === 'string'

const compare = (item: Shown, read: Shown, quiet: boolean, pointer: string): Assertion[] => {
  const parts = [
    ...ofTheProduct,
    ...(sameStatus(item, read) ? ofTheStatus : []),
    ...(quiet ? [...ofTheMoment, ...ofTheStatus] : []),
  ]
  const differing = parts.find(
    ([, of, as = (value) => value]) =>
      of(item) !== undefined && of(read) !== undefined && as(of(item)) !== as(of(read)),
  )
  if (!differing) return assertion(rule, true, null, null)
  const [at, of] = differing
  return assertion(rule, false, of(read), of(item), pointer + at)
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const isRead = exchange.operation === 'getOrder'
  if (!isRead && exchange.operation !== 'listOrders') return []
  const known = memory.of(nothingKnown)
  return (shapeOfAnswer(exchange)?.visits ?? [])
    .filter(({ components }) => components.includes(isRead ? 'Order' : 'OrderListItem'))
    .flatMap(({ value, pointer }) => {
      if (!isShown(value)) return []
      const key = `${exchange.environment} ${value.id} ${value.dates.updated_at}`
      const both = known.get(key) ?? {}
      known.set(key, both)
      const own: Sighting = { order: value, exchange: exchange.id, quiet: isQuiet(exchange, value.dates.updated_at) }
      both[isRead ? 'read' : 'item'] = own
      const earlier = isRead ? both.item : both.read
      if (!earlier) return []
      const [item, read] = isRead ? [earlier, own] : [own, earlier]
      return compare(item.order, read.order, earlier.quiet, isRead ? '' : pointer).map((entry) =>
        entry.passed ? entry : { ...entry, requests: [earlier.exchange] },
      )
    })
}

export const listedOrders: ExchangeInvariant = { id: 'invariant.listed-orders', rules: [rule], assert }

// What an event shows of its order beside what it reports: the number, as the answer to a hold does, the currency of its fee, and when its
// status was taken.
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { toleranceMs } from '../steps/moment.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const rules = {
  number: 'delivery.data-has-order-number',
  held: 'actions.hold-answer-has-order-number',
  currency: 'events.fee-changed-has-currency',
}

/** By the type of event; the order takes the status of each by what the event reports. */
const ofStatus: Record<string, string> = {
  'order.on_hold': 'events.on-hold-has-status',
  'order.resumed': 'events.resumed-status-is-of-that-moment',
  'order.cancelled': 'events.cancelled-has-status',
  'order.completed': 'events.completed-status-is-of-that-moment',
}

type Value = { value: string; source: string }
type Shown = Value & { rule: string; pointer: string }
/** By what they are of: the value that was read first, and those that events and holds showed before it. */
type Known = Map<string, { read?: Value; shown: Shown[] }>

const nothingKnown = (): Known => new Map()

const entryOf = (known: Known, key: string) => {
  const entry = known.get(key) ?? { shown: [] }
  known.set(key, entry)
  return entry
}

const compare = ({ rule, value, source, pointer }: Shown, read: Value): Assertion[] =>
  assertion(rule, value === read.value, read.value, value, pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source, read.source] },
  )

const readOf = (known: Known, key: string, value: unknown, source: string): Assertion[] => {
  const entry = entryOf(known, key)
  if (typeof value !== 'string' || entry.read) return []
  const read = { value, source }
  entry.read = read
  return entry.shown.flatMap((one) => compare(one, read))
}

const shownOf = (known: Known, key: string, value: unknown, shown: Omit<Shown, 'value'>): Assertion[] => {
  if (typeof value !== 'string') return []
  const entry = entryOf(known, key)
  if (entry.read) return compare({ ...shown, value }, entry.read)
  entry.shown.push({ ...shown, value })
  return []
}

const numberOf = (order: unknown): string => `number of ${String(order)}`
/** A fee that changes may change its currency too: the one of this amount. */
const currencyOf = (order: unknown, amount: unknown): string => `currency of ${String(order)} at ${String(amount)}`

/** A revised report may come while the status is that of one. */
const isTaken = (type: string, data: Record<string, unknown>): boolean =>
  type !== 'order.completed' || data['revision'] === false

const judgeStatus = (event: Record<string, unknown>, data: Record<string, unknown>, at: string): Assertion[] => {
  const rule = ofStatus[String(event['type'])]
  const { status } = data
  if (rule === undefined || !isObject(status) || !isTaken(String(event['type']), data)) return []
  const [raised, taken] = [instantIn(event['created_at']), instantIn(status['changed_at'])]
  if (Number.isNaN(raised) || Number.isNaN(taken)) return []
  const holds = Math.abs(raised - taken) <= toleranceMs
  return assertion(rule, holds, `about ${String(event['created_at'])}`, status['changed_at'], `${at}/status/changed_at`)
}

const judgeEvent = (known: Known, event: unknown, source: string, at: string): Assertion[] => {
  if (!isObject(event) || !isObject(event['data'])) return []
  const { type, data } = event
  const { order_id: order, order_number: number, appraisal_fee: amount, currency } = data
  if (typeof order !== 'string') return []
  const place = (rule: string, field: string) => ({ rule, source, pointer: `${at}/data/${field}` })
  return [
    ...shownOf(known, numberOf(order), number, place(rules.number, 'order_number')),
    ...(type === 'order.fee_changed' && typeof amount === 'string'
      ? shownOf(known, currencyOf(order, amount), currency, place(rules.currency, 'currency'))
      : []),
    ...judgeStatus(event, data, `${at}/data`),
  ]
}

const ofOrders = new Set(['Order', 'OrderListItem'])

// Events are those of the main lender, and are compared with its reads alone.
const ofTheLender = new Set<string | null>(['main', 'main_second'])

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, response, role } = exchange
  if (!ofTheLender.has(role) || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  if (operation === 'listEvents') {
    const { data } = (jsonOf(response.body) ?? {}) as { data?: unknown }
    return (Array.isArray(data) ? data : []).flatMap((one, i) => judgeEvent(known, one, source, `/data/${i}`))
  }
  if (operation === 'holdOrder') {
    const { id, order_number: number } = (jsonOf(response.body) ?? {}) as Record<string, unknown>
    return shownOf(known, numberOf(id), number, { rule: rules.held, source, pointer: '/order_number' })
  }
  return (shapeOfAnswer(exchange)?.visits ?? [])
    .filter(({ components, missing }) => !missing && components.some((one) => ofOrders.has(one)))
    .flatMap(({ value }) => {
      if (!isObject(value) || typeof value['id'] !== 'string') return []
      const { id, order_number: number, fees } = value
      const amount = isObject(fees) ? fees['appraisal_fee'] : null
      return [
        ...readOf(known, numberOf(id), number, source),
        ...(isObject(fees) && typeof amount === 'string'
          ? readOf(known, currencyOf(id, amount), fees['currency'], source)
          : []),
      ]
    })
}

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true ? [] : judgeEvent(memory.of(nothingKnown), delivery.json, delivery.id, '')

const ofEvents = [rules.number, rules.currency, ...Object.values(ofStatus)]

export const ordersRead: ExchangeInvariant = {
  id: 'invariant.event-orders',
  rules: [...ofEvents, rules.held],
  assert: ofExchange,
}
export const ordersDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-orders',
  rules: ofEvents,
  assert: ofDelivery,
}

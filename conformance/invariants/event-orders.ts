// What an event shows of its order beside what it reports: the number, as the answer to a hold does, the currency of its fee, and when its
// status was taken.
import { clocksApartMs } from '../contract/clocks.ts'
import { instantIn } from '../contract/instant.ts'
import { sameInstant } from '../contract/same-instant.ts'
import { isObject } from '../contract/is-object.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import { listedEvents, ofTheLender } from './listed-events.ts'

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

/** By event, when its first delivery shows it raised. */
type Dated = Map<unknown, string>

const noDates = (): Dated => new Map()

/** A record is judged where it is dated as the delivery was; where the two differ, it is open which of them is wrong. */
const judgeStatus = (dated: Dated, event: unknown, at: string): Assertion[] => {
  if (!isObject(event) || !isObject(event['data'])) return []
  const { id, type } = event
  const rule = ofStatus[String(type)]
  const { status } = event['data']
  if (rule === undefined || !isObject(status) || !isTaken(String(type), event['data'])) return []
  const raisedAt = String(event['created_at'])
  if (!sameInstant(dated.get(id) ?? raisedAt, raisedAt)) return []
  const [raised, taken] = [instantIn(raisedAt), instantIn(status['changed_at'])]
  if (Number.isNaN(raised) || Number.isNaN(taken)) return []
  const holds = Math.abs(raised - taken) <= clocksApartMs
  return assertion(rule, holds, `about ${raisedAt}`, status['changed_at'], `${at}/status/changed_at`)
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
  ]
}

const ofOrders = new Set(['Order', 'OrderListItem'])

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, response, role } = exchange
  if (!ofTheLender.has(role) || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  if (operation === 'listEvents') {
    return listedEvents(exchange).flatMap(({ event, pointer }) => [
      ...judgeEvent(known, event, source, pointer),
      ...judgeStatus(memory.of(noDates), event, `${pointer}/data`),
    ])
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

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] => {
  const { id, created_at: at, test } = envelopeOf(delivery)
  if (test === true) return []
  const dated = memory.of(noDates)
  if (typeof at === 'string' && !dated.has(id)) dated.set(id, at)
  return judgeEvent(memory.of(nothingKnown), delivery.json, delivery.id, '')
}

const ofEvents = [rules.number, rules.currency]

export const ordersRead: ExchangeInvariant = {
  id: 'invariant.event-orders',
  rules: [...ofEvents, ...Object.values(ofStatus), rules.held],
  assert: ofExchange,
}
export const ordersDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-orders',
  rules: ofEvents,
  assert: ofDelivery,
}

// An order that shows something else than before, and time has passed since its last change, shows a later `updated_at`.
import { isObject } from '../contract/is-object.ts'
import { clocksApartMs, orderClocksApartMs } from '../contract/clocks.ts'
import { instantIn } from '../contract/instant.ts'
import { isFine } from '../contract/same-instant.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import type { Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { compareParts, rulesOfParts } from './known-values.ts'
import { shapeOfAnswer } from './schema/shape.ts'

type Fields = Record<string, unknown>

type Sighting = {
  order: Fields
  isCreate: boolean
  /** `updated_at`. */
  at: string
  /** When its answer had come, by our clock. */
  endedAt: number
  source: string
  /** The latest time that orders of the run had shown in this environment before it was sent: what changes after the read is later. */
  latest: number
}

/**
 * `placed`: by environment and id; others may have any times, as of a future that somebody made up. `latest`: by environment each time
 * that was later than all before, and when its answer had come.
 */
type Known = {
  placed: Set<string>
  latest: Map<string, { at: number; endedAt: number }[]>
  shown: Map<string, Sighting>
}

const nothingKnown = (): Known => ({ placed: new Set(), latest: new Map(), shown: new Map() })

/** Two times of one change are taken one after the other, within less. */
const momentMs = 100

const partOf = (value: unknown, name: string): Fields => {
  const part = isObject(value) ? value[name] : undefined
  return isObject(part) ? part : {}
}

const changedAt = (order: Fields): string => String(partOf(order, 'status')['changed_at'])

/** Whether what changed between two reads did so later than what `updated_at` tells. */
const isLater = (before: Sighting, order: Fields, { startedAt }: Answered): boolean => {
  // Of two reads at one time nobody knows which came first.
  if (startedAt < before.endedAt) return false
  // In one and the same second an order may change twice, whatever the clock of another order shows by then.
  const apartMs = isFine(before.at) ? orderClocksApartMs : clocksApartMs
  if (before.latest - instantIn(before.at) >= apartMs) return true
  const changed = changedAt(order)
  return isFine(before.at) && isFine(changed) && instantIn(changed) - instantIn(before.at) >= momentMs
}

const timesOf = (order: Fields): number[] =>
  [partOf(order, 'dates')['updated_at'], partOf(order, 'dates')['created_at'], changedAt(order)]
    .map(instantIn)
    .filter((at) => !Number.isNaN(at))

const isOrder = (value: unknown): value is Fields & { id: string; dates: { updated_at: string } } =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  !Number.isNaN(instantIn(partOf(value, 'dates')['updated_at'])) &&
  isObject(value['status'])

const keyOf = ({ environment }: Answered, { id }: { id: string }): string => `${environment} ${id}`

/** The order that is read, or that a create shows for the first time. */
const orderShown = (known: Known, exchange: Answered) => {
  const { operation, response } = exchange
  if (response.status >= 300 || (operation !== 'getOrder' && operation !== 'createOrder')) return null
  const order = jsonOf(response.body)
  if (!isOrder(order)) return null
  const key = keyOf(exchange, order)
  if (operation === 'createOrder') known.placed.add(key)
  // A create that is sent again may show its first answer.
  return operation === 'createOrder' && known.shown.has(key) ? null : { key, order }
}

const noteTimes = (known: Known, exchange: Answered): void => {
  const place = String(exchange.environment)
  const all = known.latest.get(place) ?? []
  known.latest.set(place, all)
  const endedAt = exchange.startedAt + exchange.ms
  for (const { value, components } of exchange.response.status < 300 ? (shapeOfAnswer(exchange)?.visits ?? []) : [])
    if (
      isOrder(value) &&
      components.some((one) => one === 'Order' || one === 'OrderListItem') &&
      known.placed.has(keyOf(exchange, value))
    )
      for (const at of timesOf(value)) if (!(at <= (all.at(-1)?.at ?? -Infinity))) all.push({ at, endedAt })
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const known = memory.of(nothingKnown)
  const shown = orderShown(known, exchange)
  const found: Assertion[] = []
  if (shown) {
    const { id: source, operation, startedAt, ms, environment } = exchange
    const { key, order } = shown
    const before = known.shown.get(key)
    const { updated_at: at } = order.dates
    if (before && instantIn(before.at) === instantIn(at) && isLater(before, order, exchange))
      found.push(
        ...compareParts(before.order, order, before.source, before.isCreate)
          .filter(({ passed }) => !passed)
          // What is wrong is the time: that is one cause with what other checks find.
          .map((one) => ({ ...one, expected: `after ${before.at}`, received: at, pointer: '/dates/updated_at' })),
      )
    const isCreate = operation === 'createOrder'
    const latest = known.latest.get(String(environment))?.findLast(({ endedAt }) => endedAt <= startedAt)?.at
    known.shown.set(key, { order, isCreate, at, endedAt: startedAt + ms, source, latest: latest ?? -Infinity })
  }
  noteTimes(known, exchange)
  return found
}

export const changedOrders: ExchangeInvariant = {
  id: 'invariant.changed-orders',
  get rules() {
    return rulesOfParts()
  },
  assert,
}

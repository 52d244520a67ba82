// An order that was cancelled or advanced while it came off a hold stays so: the end of `off_hold` no longer concerns it. One that is
// held again the company may resume, and one that was advanced the company may move, too.
import { plainPath } from '../evidence/plain-path.ts'
import { lifecycle } from '../contract/contract.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import { listedEvents, ofTheLender } from './listed-events.ts'

const rules = {
  cancelOrder: 'actions.cancel-moves-order-to-cancelled',
  advanceOrder: 'sandbox.advance-puts-the-order-in-to-status',
}

type Stay = {
  rule: string
  status: string
  /** Where the order was before its last hold, as the answer to that said: the end of the rest leads there, and a company may lead elsewhere. */
  before: string | null
  /** When the answer to the action came, and the exchange. */
  since: number
  source: string
  /** `changed_at` of the status that the action made, once it was read. */
  changedAt: number | null
}

type Move = { from: unknown; to: string; source: string; pointer: string }

type History = {
  resumed: boolean
  before: string | null
  /** The last action on an order that came off a hold. */
  stay: Stay | null
  /** All of these so far, and the moves that events reported. */
  stays: Stay[]
  moves: Move[]
}

const noLives = (): Map<string, History> => new Map()

const historyOf = (memory: Memory, order: string): History => {
  const runs = memory.of(noLives)
  const history = runs.get(order) ?? { resumed: false, before: null, stay: null, stays: [], moves: [] }
  runs.set(order, history)
  return history
}

/** The statuses of work before a report, which the simulated company of a sandbox could take an order on to. */
const onward = (from: string): Set<string> => {
  const known = new Set([from])
  for (const status of known) for (const next of lifecycle().advance[status] ?? []) known.add(next)
  return known
}

/** Whether the end of a rest could have made this of the order, and nothing else that is done to it or on its own. */
const isUndone = (stay: Stay, to: string): boolean =>
  to === stay.before && to !== 'report_complete' && !onward(stay.status).has(to)

const undone = (stay: Stay, to: string, pointer: string, source: string): Assertion[] =>
  assertion(stay.rule, !isUndone(stay, to), stay.status, to, pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source, stay.source] },
  )

const byMove = (stay: Stay, { from, to, source, pointer }: Move): Assertion[] =>
  from === stay.status && isUndone(stay, to) ? undone(stay, to, pointer, source) : []

const ordersPath = /\/orders\/([^/]+)\/(?:hold|resume|cancel|advance|revision-requests)$/

/** Held while it came off another hold, it goes back to where it was before that. */
const heldIn = ({ response }: Answered): string | null => {
  const { previous_status: previous } = (jsonOf(response.body) ?? {}) as { previous_status?: { code?: unknown } | null }
  const code = previous?.code
  return typeof code === 'string' && onward('pending_review').has(code) ? code : null
}

const judgeAction = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id, operation, request, response, startedAt, ms } = exchange
  const order = ordersPath.exec(plainPath(request.url))?.[1]
  const { status } = response
  if (order === undefined || (status >= 400 && status < 500)) return []
  const history = historyOf(memory, order)
  const { resumed } = history
  if (operation === 'holdOrder' && status < 300) history.before = heldIn(exchange) ?? history.before
  history.stay = null
  // A further advance ends the rest no more than the first did.
  history.resumed = status < 300 && (operation === 'resumeOrder' || (resumed && operation === 'advanceOrder'))
  if (!resumed || status >= 300 || !Object.hasOwn(rules, operation ?? '')) return []
  const sent = request.body ? (jsonOf(request.body) as { to_status?: unknown } | undefined) : undefined
  const made = { cancelOrder: 'cancelled', advanceOrder: String(sent?.to_status) }
  const name = operation as keyof typeof rules
  const stay: Stay = {
    rule: rules[name],
    status: made[name],
    before: history.before,
    since: startedAt + ms,
    source: id,
    changedAt: null,
  }
  history.stay = stay
  history.stays.push(stay)
  return history.moves.flatMap((move) => byMove(stay, move))
}

type Shown = { id?: unknown; status?: { code?: unknown; changed_at?: unknown } | null }

/** A read that began after the action was answered, once one has shown what the action made. */
const judgeSight = (memory: Memory, { id, startedAt }: Answered, value: unknown, pointer: string): Assertion[] => {
  const { id: order, status } = (value ?? {}) as Shown
  const { code } = status ?? {}
  if (typeof order !== 'string' || typeof code !== 'string') return []
  const { stay } = historyOf(memory, order)
  const at = Date.parse(String(status?.changed_at))
  if (!stay || startedAt <= stay.since || Number.isNaN(at)) return []
  if (code === stay.status) stay.changedAt = at
  // A cancelled order may be put back in production: the event of a move says whether it was.
  else if (stay.status !== 'cancelled' && stay.changedAt !== null && at > stay.changedAt)
    return undone(stay, code, `${pointer}/status/code`, id)
  return []
}

type Event = { id?: unknown; type?: unknown; data?: { [field: string]: unknown } | null }

const judgeEvent = (memory: Memory, event: unknown, source: string, pointer: string): Assertion[] => {
  const { type, data } = (event ?? {}) as Event
  const order = data?.['order_id']
  if (type !== 'order.status_changed' || typeof order !== 'string') return []
  const codeOf = (field: string): unknown => (data?.[field] as { code?: unknown } | null | undefined)?.code
  const to = codeOf('status')
  if (typeof to !== 'string') return []
  const history = historyOf(memory, order)
  const move = { from: codeOf('previous_status'), to, source, pointer: `${pointer}/data/status/code` }
  history.moves.push(move)
  return history.stays.flatMap((stay) => byMove(stay, move))
}

const orders = new Set(['Order', 'OrderListItem'])

const judgeExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id, operation, request, response, role, environment } = exchange
  if (environment !== 'sandbox' || !ofTheLender.has(role)) return []
  if (request.method === 'POST') return judgeAction(exchange, memory)
  if (request.method !== 'GET' || response.status >= 300) return []
  if (operation === 'listEvents')
    return listedEvents(exchange).flatMap(({ event, pointer }) => judgeEvent(memory, event, id, pointer))
  if (operation !== 'getOrder' && operation !== 'listOrders') return []
  return (shapeOfAnswer(exchange)?.visits ?? [])
    .filter(({ components, missing }) => !missing && components.some((component) => orders.has(component)))
    .flatMap(({ value, pointer }) => judgeSight(memory, exchange, value, pointer))
}

const judgeDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true ? [] : judgeEvent(memory, delivery.json, delivery.id, '')

const all = Object.values(rules)

export const endOfOffHold: ExchangeInvariant = { id: 'invariant.end-of-off-hold', rules: all, assert: judgeExchange }
export const endOfOffHoldEvents: DeliveryInvariant = {
  id: 'invariant.end-of-off-hold-events',
  rules: all,
  assert: judgeDelivery,
}

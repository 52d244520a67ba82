// Where nobody gave a note or a reason, an event says null or the company's own words, and never an empty text.
import { plainPath } from '../evidence/plain-path.ts'
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { not } from '../evidence/expected.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { listedEvents } from './listed-events.ts'

const note = 'events.status-changed-note-is-never-an-empty-text'
const reason = 'events.reason-is-never-an-empty-text'

const raisedBy: Record<string, string> = {
  holdOrder: 'order.on_hold',
  resumeOrder: 'order.resumed',
  cancelOrder: 'order.cancelled',
}

/** By order, what is known of our calls on it: the events that we caused, and whether we sent a blank reason ourselves. */
type Known = Map<string, { caused: Set<string>; isBlankOurs: boolean }>

const nothingKnown = (): Known => new Map()

const callPath = /\/orders\/([^/]+)\/(?:hold|resume|cancel|advance)$/

const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === ''

const remember = (known: Known, { operation, request, response }: Answered): void => {
  const order = callPath.exec(plainPath(request.url))?.[1]
  if (order === undefined || request.method !== 'POST' || response.status >= 300) return
  const history = known.get(order) ?? { caused: new Set(), isBlankOurs: false }
  known.set(order, history)
  const sent = request.body ? jsonOf(request.body) : undefined
  history.isBlankOurs ||= isObject(sent) && isBlank(sent['reason'])
  history.caused.add(raisedBy[operation ?? ''] ?? 'order.status_changed')
}

const judge = (known: Known, event: unknown, pointer: string): Assertion[] => {
  if (!isObject(event) || !isObject(event['data'])) return []
  const { type, data } = event
  const history = known.get(String(data['order_id']))
  if (!history || history.isBlankOurs) return []
  const claim = (rule: string, field: string): Assertion[] =>
    assertion(rule, data[field] !== '', not('""'), data[field], `${pointer}/data/${field}`)
  if (type === 'order.status_changed') return claim(note, 'note')
  return history.caused.has(String(type)) ? claim(reason, 'reason') : []
}

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const known = memory.of(nothingKnown)
  remember(known, exchange)
  return listedEvents(exchange).flatMap(({ event, pointer }) => judge(known, event, pointer))
}

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true ? [] : judge(memory.of(nothingKnown), delivery.json, '')

export const textsRead: ExchangeInvariant = { id: 'invariant.event-texts', rules: [note, reason], assert: ofExchange }
export const textsDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-texts',
  rules: [note, reason],
  assert: ofDelivery,
}

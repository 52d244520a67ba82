// The ids of an account's events sort in the order raised, however much time lies between: by what the feed shows and by the deliveries.
import { clocksApartMs } from '../contract/clocks.ts'
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { atLeast, atMost } from '../evidence/expected.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { listedEvents, ofTheLender } from './listed-events.ts'

const rule = 'feed.ids-sort-in-raised-order'

type Event = { id: string; source: string }

/** What one channel showed: events, and by minute those whose ids sort first and last. */
type Channel = { seen: Set<string>; minutes: Map<number, { first: Event; last: Event }> }

/**
 * `orders`: those that the main lender placed in the sandbox. `channels`: by name, as one may date events otherwise than another, and a
 * feed of each credential may have ids of its own.
 */
type Known = { orders: Set<string>; channels: Map<string, Channel> }

const nothingKnown = (): Known => ({ orders: new Set(), channels: new Map() })

type Shown = { event: unknown; source: string; pointer: string }

const channelOf = ({ channels }: Known, name: string): Channel => {
  const known = channels.get(name) ?? { seen: new Set(), minutes: new Map() }
  channels.set(name, known)
  return known
}

const note = ({ minutes }: Channel, minute: number, event: Event): void => {
  const { first = event, last = event } = minutes.get(minute) ?? {}
  minutes.set(minute, { first: event.id < first.id ? event : first, last: event.id > last.id ? event : last })
}

const judge = (known: Known, name: string, { event, source, pointer }: Shown): Assertion[] => {
  const channel = channelOf(known, name)
  if (!isObject(event) || typeof event['id'] !== 'string' || !isObject(event['data'])) return []
  const { id, data, created_at } = event
  const at = instantIn(created_at)
  if (Number.isNaN(at) || !known.orders.has(String(data['order_id'])) || channel.seen.has(id)) return []
  // What lies closer than the clocks of machines is judged where it is read in one walk.
  const minute = Math.floor(at / clocksApartMs)
  const others = [...channel.minutes].filter(([other]) => Math.abs(other - minute) > 1)
  channel.seen.add(id)
  note(channel, minute, { id, source })
  if (others.length === 0) return []
  const earlier = others.find(([other, { last }]) => other < minute && last.id > id)?.[1].last
  const astray = earlier ?? others.find(([other, { first }]) => other > minute && first.id < id)?.[1].first
  if (!astray) return assertion(rule, true, null, null)
  const wanted = (earlier ? atLeast : atMost)(astray.id)
  return assertion(rule, false, wanted, id, `${pointer}/id`).map((one) => ({ ...one, requests: [astray.source] }))
}

const remember = ({ orders }: Known, { operation, response }: Answered): void => {
  const { id } = (jsonOf(response.body) ?? {}) as { id?: unknown }
  if (operation === 'createOrder' && response.status < 300 && typeof id === 'string') orders.add(id)
}

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, environment, role } = exchange
  // Each environment and each account may number its events for itself.
  if (environment !== 'sandbox' || !ofTheLender.has(role)) return []
  const known = memory.of(nothingKnown)
  remember(known, exchange)
  return listedEvents(exchange).flatMap((one) => judge(known, `feed of ${role}`, { ...one, source }))
}

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true
    ? []
    : judge(memory.of(nothingKnown), 'deliveries', { event: delivery.json, source: delivery.id, pointer: '' })

export const eventIdsRead: ExchangeInvariant = { id: 'invariant.event-ids', rules: [rule], assert: ofExchange }
export const eventIdsDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-event-ids',
  rules: [rule],
  assert: ofDelivery,
}

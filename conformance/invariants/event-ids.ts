// The ids of an account's events sort in the order raised, however much time lies between: by what the feed shows and by the deliveries.
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { atLeast, atMost } from '../evidence/expected.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'feed.ids-sort-in-raised-order'

/** Machines behind one address may disagree by some seconds on the time; what lies closer is judged where it is read in one walk. */
const apartMs = 60_000

type Event = { id: string; at: number; source: string }

/** By the channel that showed them: where one dates events otherwise, the other is no measure of it. */
type Events = Record<'feed' | 'deliveries', Map<string, Event>>

/** `orders`: those that the main lender placed in the sandbox. */
type Known = { orders: Set<string>; events: Events }

const nothingKnown = (): Known => ({ orders: new Set(), events: { feed: new Map(), deliveries: new Map() } })

const ofTheLender = new Set<string | null>(['main', 'main_second'])

type Shown = { event: unknown; source: string; pointer: string }

const judge = (known: Known, channel: keyof Events, { event, source, pointer }: Shown): Assertion[] => {
  const { orders } = known
  const events = known.events[channel]
  if (!isObject(event) || typeof event['id'] !== 'string' || !isObject(event['data'])) return []
  const { id, data, created_at } = event
  const at = instantIn(created_at)
  if (Number.isNaN(at) || !orders.has(String(data['order_id'])) || events.has(id)) return []
  const others = [...events.values()].filter((one) => Math.abs(one.at - at) > apartMs)
  events.set(id, { id, at, source })
  if (others.length === 0) return []
  const astray = others.find((one) => one.at < at !== one.id < id)
  if (!astray) return assertion(rule, true, null, null)
  const wanted = (astray.at < at ? atLeast : atMost)(astray.id)
  return assertion(rule, false, wanted, id, `${pointer}/id`).map((one) => ({ ...one, requests: [astray.source] }))
}

const remember = ({ orders }: Known, { operation, response }: Answered): void => {
  const { id } = (jsonOf(response.body) ?? {}) as { id?: unknown }
  if (operation === 'createOrder' && response.status < 300 && typeof id === 'string') orders.add(id)
}

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, environment, operation, response, role } = exchange
  // Each environment and each account may number its events for itself.
  if (environment !== 'sandbox' || !ofTheLender.has(role)) return []
  const known = memory.of(nothingKnown)
  remember(known, exchange)
  if (operation !== 'listEvents' || response.status >= 300) return []
  const { data } = (jsonOf(response.body) ?? {}) as { data?: unknown }
  return (Array.isArray(data) ? data : []).flatMap((event, index) =>
    judge(known, 'feed', { event, source, pointer: `/data/${index}` }),
  )
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

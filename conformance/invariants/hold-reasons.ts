// The event of a hold carries the reason that the lender gave, whatever status the order was held in. The event is known by the time at
// which the answer to the hold shows the order held: an order may be held more than once, and by the company as well. A delivery may come
// before that answer, so that the feed alone is read.
import { plainPath } from '../evidence/plain-path.ts'
import { isObject } from '../contract/is-object.ts'
import { sameInstant } from '../contract/same-instant.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { listedEvents } from './listed-events.ts'

const rule = 'events.on-hold-reason-is-the-one-given'

/** `reason`: null where none was given, or none that is compared. */
type Hold = { reason: string | null; at: string; source: string }

/** By order. */
type Holds = Map<string, Hold[]>

const noHolds = (): Holds => new Map()

const holdPath = /\/orders\/([^/]+)\/hold$/

/** What becomes of signs, line breaks and long texts is judged elsewhere, or open. */
const isPlain = (reason: unknown): reason is string =>
  typeof reason === 'string' && /^[\w(][ -~]{0,118}[\w.)]$/.test(reason)

const heldAt = (holder: unknown): string | null => {
  const status = isObject(holder) ? holder['status'] : null
  if (!isObject(status) || status['code'] !== 'on_hold') return null
  return typeof status['changed_at'] === 'string' ? status['changed_at'] : null
}

const remember = (holds: Holds, { id: source, operation, request, response }: Answered): void => {
  if (operation !== 'holdOrder' || response.status >= 300) return
  const order = holdPath.exec(plainPath(request.url))?.[1]
  const sent = request.body ? jsonOf(request.body) : undefined
  const at = heldAt(jsonOf(response.body))
  if (order === undefined || at === null) return
  const given = isObject(sent) ? sent['reason'] : null
  const reason = isPlain(given) ? given : null
  holds.set(order, [...(holds.get(order) ?? []), { reason, at, source }])
}

const judge = (holds: Holds, event: unknown, pointer: string): Assertion[] => {
  if (!isObject(event) || event['type'] !== 'order.on_hold' || !isObject(event['data'])) return []
  const { data } = event
  const since = heldAt(data)
  const own = (holds.get(String(data['order_id'])) ?? []).filter(({ at }) => since !== null && sameInstant(at, since))
  // Two holds of one second look alike.
  const [hold] = own
  if (!hold || hold.reason === null || own.length > 1) return []
  return assertion(rule, data['reason'] === hold.reason, hold.reason, data['reason'], `${pointer}/data/reason`).map(
    (one) => (one.passed ? one : { ...one, requests: [hold.source] }),
  )
}

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  const holds = memory.of(noHolds)
  remember(holds, exchange)
  return listedEvents(exchange).flatMap(({ event, pointer }) => judge(holds, event, pointer))
}

export const holdReasons: ExchangeInvariant = { id: 'invariant.hold-reasons', rules: [rule], assert: ofExchange }

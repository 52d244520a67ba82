// A finding as a script can judge it: of a list that lacks some entries that it must have, one that it lacks; of an event, its record in the feed of its order.
import { feedOf, type EventRecord } from './feed-of-order.ts'
import { isRealOrder } from './hearing.ts'
import { parsedJson as parsed } from './parsed-json.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'
import { valuesAt } from './values-at.ts'

const areIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && /^[a-z]+_[\w-]+$/.test(one))

/** Of two lists of ids the first that one of them lacks: what a list has beside it, another run does not know. */
const lacking = (finding: Finding): Finding | null => {
  const { pointer, expected, received } = finding
  if (pointer !== null || !areIds(expected) || !areIds(received)) return null
  const missing = expected.find((one) => !received.includes(one))
  if (missing !== undefined) return { ...finding, expected: `includes ${missing}` }
  const strange = received.find((one) => !expected.includes(one))
  return strange === undefined ? null : { ...finding, expected: `excludes ${strange}` }
}

/** What was to be another each time: the last answer is not to have what the first one gave. */
const repeated = (finding: Finding): Finding | null => {
  const { pointer, expected, received } = finding
  const [first] = areIds(received) && expected === 'two values' ? received : []
  return pointer === null && first !== undefined && textOf(received) === textOf([first, first])
    ? { ...finding, pointer: '/id', expected: `not ${first}`, received: first }
    : null
}

/** `includes [a, b]` where `[a]` was received is `includes b`; `excludes` alike. */
export const focused = (finding: Finding): Finding => {
  const { expected, received } = finding
  const [, form, list] = /^(includes|excludes) (\[.*\])$/s.exec(textOf(expected)) ?? []
  const wanted = parsed(list)
  if (!Array.isArray(wanted) || !Array.isArray(received)) return lacking(finding) ?? repeated(finding) ?? finding
  const has = (one: unknown): boolean => received.some((other) => textOf(other) === textOf(one))
  const wrong = wanted.find((one) => has(one) === (form === 'excludes'))
  return wrong === undefined ? finding : { ...finding, expected: `${form} ${textOf(wrong)}` }
}

/** `times`: how many events of its type there were, where they are counted. */
type Seen = { event: EventRecord; rest: string; by: { id: string; source: string }; times?: number }

/** The last of a page that has what was received at that place; of those that lack it, one of the type that the rule names. */
const eventWith = (events: readonly EventRecord[], { rule, pointer, received }: Finding): EventRecord | undefined => {
  const wanted = received === 'absent' || received === undefined ? 'absent' : JSON.stringify(received)
  const fitting = events.filter((one) => textOf(JSON.stringify(valuesAt(one, pointer!)[0]) ?? 'absent') === wanted)
  const isNamed = ({ type }: EventRecord): boolean =>
    typeof type === 'string' && rule.includes(type.replace(/^order\./, '').replaceAll('_', '-'))
  return fitting.findLast(isNamed) ?? (wanted === 'absent' ? undefined : fitting.at(-1))
}

const asksFor = ({ request: { url } }: RecordedExchange, { expected }: Finding): boolean =>
  URL.canParse(url) && [...new URL(url).searchParams.values()].includes(textOf(expected))

const inFeed = (finding: Finding, exchanges: readonly RecordedExchange[]): Seen | null => {
  const { pointer, requests } = finding
  const page = exchanges.findLast(({ id, operation }) => operation === 'listEvents' && requests.includes(id))
  // What the page was asked for is about that page.
  if (!page || !pointer?.startsWith('/') || asksFor(page, finding)) return null
  const { data } = (parsed(page.response?.body?.text) ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) return null
  const events = data as EventRecord[]
  const [, place, rest = pointer] = /^\/data\/(\d+)(\/.*)$/.exec(pointer) ?? []
  const event = place === undefined ? eventWith(events, finding) : events[Number(place)]
  return event ? { event, rest, by: page } : null
}

const inDelivery = (finding: Finding, deliveries: readonly RecordedDelivery[]): Seen | null => {
  // What the order was sent may stand behind it.
  const last = finding.requests.findLast((id) => id.startsWith('d'))
  const delivery = deliveries.find(({ id }) => id === last)
  if (!delivery || !finding.pointer?.startsWith('/')) return null
  const event = parsed(delivery.body?.text) as EventRecord | undefined
  return event ? { event, rest: finding.pointer, by: { id: delivery.id, source: finding.check } } : null
}

/** Of a type that came too often for one order: the pages and the deliveries that show it. */
const countedIn = (
  { pointer, received, requests, check }: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
): Seen | null => {
  const [type] = pointer === '/type' && Array.isArray(received) ? received : []
  if (type === undefined || !Array.isArray(received) || new Set(received).size > 1) return null
  const read = exchanges.filter(({ id, operation }) => operation === 'listEvents' && requests.includes(id))
  const shown = [
    ...read.flatMap((page) => ((parsed(page.response?.body?.text) ?? {}) as { data?: unknown }).data ?? []),
    ...deliveries.filter(({ id }) => requests.includes(id)).map(({ body }) => parsed(body?.text)),
  ] as (EventRecord | null | undefined)[]
  const own = new Map<unknown, EventRecord>()
  for (const one of shown) if (one?.type === type) own.set(one!.id, one!)
  const times = received.length
  const event = [...own.values()].find(
    ({ data }) => [...own.values()].filter((one) => one.data?.order_id === data?.order_id).length === times,
  )
  return event ? { event, rest: pointer!, by: { id: requests.at(-1)!, source: check }, times } : null
}

/** Raised again and again, to one status after the other. */
const ofMoves: readonly unknown[] = ['order.status_changed', 'order.completed']

/** Of moves those to that status, unless it is what is wrong. */
const selectorOf = ({ event: { type, data }, rest }: Seen): string => {
  const status = data?.status?.code
  const isOfMove = ofMoves.includes(type) && typeof status === 'string' && !/^\/data\/status\b/.test(rest)
  return `type=${textOf(type)}${isOfMove ? `@${status}` : ''}`
}

/**
 * A finding about an event, as one about its record in the feed of its order, with the call that reads it; null where it is about no event of an
 * order. `isTried`: whether what a delivery shows may be looked for in the feed, as it is tried on the target.
 */
export const asFeedOfOrder = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
  isTried: boolean,
): { finding: Finding; read: RecordedExchange } | null => {
  const counted = isTried ? countedIn(finding, exchanges, deliveries) : null
  const seen = counted ?? inFeed(finding, exchanges) ?? (isTried ? inDelivery(finding, deliveries) : null)
  const order = seen?.event.data?.order_id
  if (!seen || !isRealOrder(order) || typeof seen.event.type !== 'string') return null
  const like = exchanges.find(({ environment }) => environment === 'sandbox')
  const read = feedOf(order, Array(seen.times ?? 1).fill(seen.event), seen.by, like?.request.url ?? '')
  const pointer = seen.times === undefined ? `/data/${selectorOf(seen)}${seen.rest}` : seen.rest
  return { finding: { ...finding, pointer, requests: [read.id] }, read }
}

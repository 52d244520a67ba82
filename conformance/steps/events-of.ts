// The events of one order from both channels, the feed and our receiver, and waiting for one that is to come.
import { fieldsIn } from '../evidence/parts.ts'
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { includes } from '../evidence/expected.ts'
import type { CheckContext, StepContext } from '../kit/context.ts'
import { computedFrom, valueAt, type Seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { blocked, Inconclusive } from '../evidence/inconclusive.ts'
import { entriesAt, fieldAt, requireSuccess } from './read.ts'
import { limits } from '../contract/limits.ts'
import type { CallOptions } from '../sut/call.ts'

export type SeenEvent = {
  id: string
  type: string
  createdAt: string
  data: Record<string, unknown>
  /** The feed page or delivery that showed it. */
  source: string
  via: 'feed' | 'webhook'
  /** Whether the feed shows that it is not sent, since its type was not subscribed to. */
  unsent?: boolean
}

/** As they were raised: the ids of events sort in that order. */
export const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

// A page may hold less than was asked for, or nothing, while more follows.
const mostPages = 400
const mostEmptyPages = 40

/** Every page of the feed for one order, or for all orders after an event. */
export const readFeed = async (
  { client }: StepContext,
  query: { order_id?: string; type?: string; after?: string },
  role: Role = 'main',
  pace: Pick<CallOptions, 'unpaced'> = {},
): Promise<Answered[]> => {
  const pages: Answered[] = []
  let { after } = query
  let empty = 0
  while (pages.length < mostPages && empty < mostEmptyPages) {
    const page = requireSuccess(
      await client.call('listEvents', { role, query: { ...query, after, per_page: limits().per_page_max }, ...pace }),
    )
    pages.push(page)
    if (entriesAt(page, '/data').length === 0) empty += 1
    const next = fieldAt(page, '/next_cursor')
    if (typeof next !== 'string' || next === after) break
    after = next
  }
  return pages
}

/** Now, before what waits for a turn: it may show something else in a minute. In its turn where that is refused. */
export const readFeedNow = async (context: StepContext, query: { order_id: string }): Promise<Answered[]> => {
  try {
    return await readFeed(context, query, 'main', { unpaced: true })
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    return readFeed(context, query)
  }
}

/** @throws Inconclusive where a record has no id, by which an event is distinguished from another and known again when delivered. */
export const recordsOf = (pages: readonly Answered[]): SeenEvent[] =>
  pages.flatMap((page) =>
    entriesAt(page, '/data').map(({ id, type, created_at: createdAt, data, delivery }) => {
      if (typeof id !== 'string') throw blocked('record-without-id', page)
      return {
        id,
        type: String(type),
        createdAt: String(createdAt),
        data: fieldsIn(data),
        source: page.id,
        via: 'feed' as const,
        unsent: valueAt(delivery, '/status') === 'not_subscribed',
      }
    }),
  )

/** What our receiver has of an order so far; nothing where the webhook is not ours. */
export const deliveredOf = ({ receiver }: StepContext, orderId: string): SeenEvent[] =>
  (receiver?.inbox.all ?? [])
    .filter((delivery) => orderOf(delivery) === orderId)
    .map((delivery) => {
      const { id, type, created_at, data } = envelopeOf(delivery)
      return {
        id: String(id),
        type: String(type),
        createdAt: String(created_at),
        data: fieldsIn(data),
        source: delivery.id,
        via: 'webhook' as const,
      }
    })

/** The delivery of an event; undefined where it did not come in time, or the webhook is not ours. */
export const awaitDelivery = async (
  { receiver, patience, now }: StepContext,
  { id, createdAt }: SeenEvent,
): Promise<Delivery | undefined> => {
  // Attempt 1 is made when the event is raised; a busy sender may be some tens of seconds late.
  const left = Date.parse(createdAt) + patience.delivery - now()
  return receiver?.inbox.wait((one) => envelopeOf(one).id === id, Math.min(Math.max(left, 0), patience.delivery))
}

/**
 * Each event once, however often it was delivered: an event that either channel shows was raised. Those of the feed come first, in
 * its order, then those it does not show yet, in the order raised, which their ids tell: deliveries may overtake each other.
 */
export const eventsOf = async (context: StepContext, orderId: string, role?: Role): Promise<SeenEvent[]> => {
  const feed = recordsOf(await readFeed(context, { order_id: orderId }, role))
  const known = new Set(feed.map(({ id }) => id))
  const further = new Map<string, SeenEvent>()
  for (const event of deliveredOf(context, orderId))
    if (!known.has(event.id) && !further.has(event.id)) further.set(event.id, event)
  return [...feed, ...[...further.values()].toSorted(byId)]
}

export type Wanted = { type: string; fits?: (data: Record<string, unknown>, event: SeenEvent) => boolean }

export const findEvent = (events: readonly SeenEvent[], { type, fits = () => true }: Wanted): SeenEvent | undefined =>
  events.find((event) => event.type === type && fits(event.data, event))

/** Whether each that is wanted has an event of its own. */
const haveCome = (events: readonly SeenEvent[], wanted: readonly Wanted[]): boolean => {
  const others = new Set(events)
  return wanted.every((one) => {
    const found = findEvent([...others], one)
    return found !== undefined && others.delete(found)
  })
}

/** The events of an order once all that are wanted are among them, or as they are when the patience is up. */
export const awaitEvents = (context: StepContext, orderId: string, ...wanted: Wanted[]): Promise<SeenEvent[]> =>
  context.eventually(
    () => eventsOf(context, orderId),
    (events) => haveCome(events, wanted),
    context.patience.feed,
  )

/** Waits for an event of an order, which a rule says is raised for what the answers show; with all events of the order by then. */
export const expectEvent = async (
  context: StepContext & Pick<CheckContext, 'expect'>,
  { rule, order, wanted }: { rule: string; order: string; wanted: Wanted },
  ...answers: Answered[]
): Promise<{ event: SeenEvent | undefined; events: SeenEvent[] }> => {
  const events = await awaitEvents(context, order, wanted)
  const event = findEvent(events, wanted)
  const types = events.map(({ type }) => type)
  context.expect(rule).that(computedFrom(types, ...answers), () => event !== undefined, includes(wanted.type))
  return { event, events }
}

/** The code of a status as the data of an event has it. */
export const codeOf = (status: unknown): unknown => (status as { code?: unknown } | null | undefined)?.code

export const fieldIn = ({ data }: SeenEvent, status: 'status' | 'previous_status'): unknown => codeOf(data[status])

/** An event as something to make assertions about: its type when it is there, and what was there when it is not. */
export const seenEvent = (events: readonly SeenEvent[], wanted: Wanted): Seen => {
  const found = findEvent(events, wanted)
  if (found) return { value: found.type, requests: [found.source] }
  const failure = { kind: 'missing_event', key: wanted.type } as const
  return { value: events.map(({ type }) => type), requests: [...new Set(events.map(({ source }) => source))], failure }
}

type Times = { events: readonly SeenEvent[]; type: string; times: number }

/** How often a type is among the events of an order, after what was answered. */
export const expectTimes = (
  { expect }: Pick<CheckContext, 'expect'>,
  rules: string | string[],
  { events, type, times }: Times,
  ...answers: Answered[]
): void => {
  const value = events.flatMap((event) => (event.type === type ? [type] : []))
  const pages = [...new Set(events.map(({ source }) => source))].map((id) => ({ id }))
  const failure = { kind: value.length < times ? 'missing_event' : 'unexpected_event', key: type } as const
  const shown = { ...computedFrom(value, ...answers, ...pages), pointer: '/type', failure }
  expect(rules).equal(shown, Array<string>(times).fill(type))
}

export const seenInEvent = (event: SeenEvent, pointer: string): Seen => ({
  value: valueAt(event.data, pointer),
  pointer: `/data${pointer}`,
  requests: [event.source],
})

/** The status that an event shows, be it an object or a code. */
export const statusInEvent = (event: SeenEvent): Seen => {
  const { status } = event.data
  return typeof status === 'string' ? seenInEvent(event, '/status') : seenInEvent(event, '/status/code')
}

// Each filter gives the events of the unfiltered feed that it is for, all of them and no others.
import { fieldsIn } from '../../evidence/parts.ts'
import { runEvents, walkFrom, type RunEvents } from '../../scenarios/run-events.ts'
import { someRetried } from '../../scenarios/second-attempts.ts'
import { silence } from '../../scenarios/undelivered-events.ts'
import { atLeast } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { entriesAt, fieldAt, requireSuccess } from '../../steps/read.ts'
import type { SeenEvent } from '../../steps/events-of.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

type Filter = 'type' | 'order_id' | 'delivery_status'

const rules: Record<Filter, string> = {
  type: 'feed.type-filter',
  order_id: 'feed.order-id-filter',
  delivery_status: 'feed.delivery-status-filter',
}

const later = 'feed.after-returns-only-later-events'
const next = 'feed.next-cursor-continues-the-walk'

const type = 'order.revision_requested'
const size = (): number => limits().per_page_max

/** What a filter looks at of one event, and all that can change beside it. */
type Look = { id: string; value: unknown; state: string }

const looksOf = (filter: Filter, pages: readonly Answered[]): Look[] =>
  pages.flatMap((page) =>
    entriesAt(page, '/data').map((record) => {
      const delivery = fieldsIn(record['delivery'])
      const values = {
        type: record['type'],
        order_id: (record['data'] as { order_id?: unknown } | null | undefined)?.order_id,
        delivery_status: delivery['status'],
      }
      const state = filter === 'delivery_status' ? JSON.stringify(delivery) : ''
      return { id: String(record['id']), value: values[filter], state }
    }),
  )

/** What two looks at the whole are sure of, and the ids of events that came, went or moved between them, as they may at any time. */
const settledIn = (before: readonly Look[], after: readonly Look[]): { steady: Look[]; moved: ReadonlySet<string> } => {
  const states = new Map(after.map(({ id, state }) => [id, state]))
  const steady = before.filter(({ id, state }) => states.get(id) === state)
  const moved = new Set([...before, ...after].map(({ id }) => id))
  for (const { id } of steady) moved.delete(id)
  return { steady, moved }
}

type Compared = {
  shown: Look[]
  wanted: string[]
  /** Nothing came, though there is something to show. */
  isEmpty: boolean
}

/** What a page shows, without what moved, and what it must show of the events that the whole is sure of. */
const compared = (
  pages: readonly Answered[],
  found: readonly Look[],
  { steady, moved }: ReturnType<typeof settledIn>,
  value: unknown,
  after: string,
): Compared => {
  const due = steady.filter((one) => one.value === value && one.id > after)
  // A page may end early while more follows; what it holds must be the first of what there is.
  const last = fieldAt(pages.at(-1)!, '/next_cursor') === null ? null : (found.at(-1)?.id ?? '')
  return {
    shown: found.filter(({ id }) => !moved.has(id)),
    wanted: due.filter(({ id }) => last === null || id <= last).map(({ id }) => id),
    isEmpty: found.length === 0 && due.length > 0,
  }
}

const agrees = ({ shown, wanted, isEmpty }: Compared, value: unknown): boolean =>
  !isEmpty && shown.every((one) => one.value === value) && String(shown.map(({ id }) => id)) === String(wanted)

const mostPages = 40

const isOpen = (page: Answered): boolean =>
  entriesAt(page, '/data').length === 0 && typeof fieldAt(page, '/next_cursor') === 'string'

/** The first page that holds anything: one may be empty while more follows. */
const firstHeld = async (
  { client }: CheckContext,
  query: Record<string, string>,
  per_page = size(),
): Promise<Answered> => {
  const ask = async (after: unknown) =>
    requireSuccess(
      await client.call('listEvents', { query: { ...query, ...(typeof after === 'string' && { after }), per_page } }),
    )
  let page = await ask(query['after'])
  for (let asked = 1; asked < mostPages && isOpen(page); asked += 1) page = await ask(fieldAt(page, '/next_cursor'))
  return page
}

/** Where the events that a filter is for stand closest, one of them the last of a page: a cursor that goes too far passes over the next. */
const cutOf = (all: readonly Look[], value: unknown, after: string): number => {
  const places = all.flatMap((one, place) => (one.value === value && one.id > after ? [place] : [])).slice(0, size())
  const gaps = places.slice(1).map((place, at) => place - places[at]!)
  return gaps.length === 0 ? size() : gaps.lastIndexOf(Math.min(...gaps)) + 1
}

/** A full page, and what its cursor leads to. */
const twoPages = async (
  context: CheckContext,
  query: Record<string, string>,
  per_page: number,
): Promise<Answered[]> => {
  const first = await firstHeld(context, query, per_page)
  const cursor = fieldAt(first, '/next_cursor')
  return typeof cursor === 'string' ? [first, await firstHeld(context, { ...query, after: cursor })] : [first]
}

/** The value that most events have. */
const commonest = (all: readonly Look[]): unknown => {
  const count = (one: unknown) => all.filter(({ value }) => value === one).length
  return [...new Set(all.map(({ value }) => value))].toSorted((one, other) => count(other) - count(one))[0]
}

const statusesOf = ({ records }: RunEvents): string[] => [...new Set(records.map(({ status }) => status))]

/** A page holds the oldest events, so that one to which its status came late is looked for where it stands. */
const startOf = ({ after, records }: RunEvents, status: string): string => {
  const late = records.findIndex((record) => record.status === status && record.attempts > 1)
  return records[late - 1]?.eventId ?? after
}

/** Two filters at once, of which one would let more through. */
const compareTogether = async (context: CheckContext, whole: RunEvents): Promise<void> => {
  const { expect } = context
  const { after: since, pages, events, records } = whole
  const ask = (query: Record<string, string>): Promise<Answered> => firstHeld(context, query)
  const [first] = events.filter((event) => event.type === type)
  if (first === undefined) return expect(later).notTested('no-event-of-run')
  const order_id = String(first.data['order_id'])
  const ofOrder = await ask({ type, order_id })
  const wanted = { type, order_id }
  // Events that are older than the retention are gone, where the clock was moved so far meanwhile.
  const isThere = async () => looksOf('type', [await ask({ order_id })]).some(({ value }) => value === type)
  const isGone = looksOf('type', [ofOrder]).length === 0 && (isOpen(ofOrder) || !(await isThere()))
  for (const filter of ['type', 'order_id'] as const) {
    const values = [...new Set(looksOf(filter, [ofOrder]).map(({ value }) => value))]
    if (!isGone) expect(rules[filter]).equal(computedFrom(values, ofOrder), [wanted[filter]])
  }
  const after = events.find((event) => event.type !== type && event.id > first.id)
  if (after === undefined) expect(later).notTested('no-event-of-run')
  else {
    const page = await ask({ type, after: after.id })
    const early = looksOf('type', [page]).filter(({ id }) => id <= after.id)
    expect(later).equal(
      computedFrom(
        early.map(({ id }) => id),
        page,
      ),
      [],
    )
  }
  // The cursor may be the event of an order that is not asked for, and a third filter stand beside both.
  const isOfOrder = (event: SeenEvent): boolean => event.data['order_id'] === order_id
  const usual = commonest(looksOf('delivery_status', pages))
  const ofUsual = new Set(records.flatMap(({ eventId, status }) => (status === usual ? eventId : [])))
  const usualStart = events.find((event) => isOfOrder(event) && ofUsual.has(event.id))
  const start = usualStart ?? events.find(isOfOrder) ?? first
  const past = events.find((event) => !isOfOrder(event) && event.id > start.id)
  if (past === undefined) expect(later).notTested('no-event-of-run')
  else {
    const page = await ask({ order_id, after: past.id, ...(usualStart && { delivery_status: String(usual) }) })
    const ids = looksOf('order_id', [page]).map(({ id }) => id)
    expect(later).equal(
      computedFrom(
        ids.filter((id) => id <= past.id),
        page,
      ),
      [],
    )
  }
  // What was not subscribed to stays so.
  const status = 'not_subscribed'
  const silent = records.find((record) => record.status === status)
  if (silent === undefined) return
  const page = await ask({ type: silent.type, delivery_status: status })
  const looks = looksOf('delivery_status', [page])
  // As long as that event is there, it fits both.
  const stays = async () =>
    (await walkFrom(context, since)).records.some(
      ({ eventId, status: now }) => eventId === silent.eventId && now === status,
    )
  if (!isOpen(page) && (looks.length > 0 || (await stays())))
    expect(rules.delivery_status).that(computedFrom(looks.length, page), () => looks.length > 0, atLeast(1))
  const types = looksOf('type', [page]).map(({ value }) => value)
  expect(rules.type).equal(computedFrom([...new Set(types)], page), types.length > 0 ? [silent.type] : [])
  const others = looks.filter(({ value }) => value !== status)
  expect(rules.delivery_status).equal(
    computedFrom(
      others.map(({ value }) => value),
      page,
    ),
    [],
  )
}

export default check({
  id: 'feed.filters-agree-with-the-whole',
  verifies: [...Object.values(rules), later, next],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { expect, shared, client } = context
    const { heldId, unheardId } = await shared(silence)
    await someRetried(context)
    const whole = await shared(runEvents)
    const probes: [Filter, string][] = [
      ['type', String(commonest(looksOf('type', whole.pages)) ?? type)],
      ['order_id', heldId],
      ...statusesOf(whole).map((status): [Filter, string] => ['delivery_status', status]),
    ]
    // An order that was just placed has events of few types.
    const quiet = await client.call('listEvents', { query: { type, order_id: unheardId, per_page: size() } })
    expect(rules.type).status(quiet, '2xx')
    const types = new Set(looksOf('type', [quiet]).map(({ value }) => value))
    expect(rules.type).equal(
      computedFrom(
        [...types].filter((one) => one !== type),
        quiet,
      ),
      [],
    )
    await compareTogether(context, whole)
    const usual = commonest(looksOf('delivery_status', whole.pages))
    if (whole.records.length === 0) expect(rules.delivery_status).notTested('no-event-of-run')
    for (const [filter, value] of probes) {
      const after = filter === 'delivery_status' ? startOf(whole, value) : whole.after
      const before = looksOf(filter, whole.pages)
      const isWalked = filter === 'type' || value === usual
      const query = { [filter]: value, after }
      const perPage = isWalked ? cutOf(before, value, after) : size()
      const walked = isWalked ? await twoPages(context, query, perPage) : [await firstHeld(context, query)]
      const found = looksOf(filter, walked)
      const pages = [...walked, ...whole.pages]
      let settled = settledIn(before, before)
      let result = compared(walked, found, settled, value, after)
      if (!agrees(result, value)) {
        const again = await walkFrom(context, whole.after)
        pages.push(...again.pages)
        settled = settledIn(before, looksOf(filter, again.pages))
        result = compared(walked, found, settled, value, after)
      }
      const { shown, wanted, isEmpty } = result
      const values = [...new Set(shown.map((one) => one.value))]
      expect(rules[filter]).equal(computedFrom(values, ...walked), shown.length > 0 || isEmpty ? [value] : [])
      const ids = shown.map(({ id }) => id)
      const [first] = walked
      const isOfCursor =
        walked.length > 1 && agrees(compared([first!], looksOf(filter, [first!]), settled, value, after), value)
      // Of a full page without a cursor the filter is right as far as it goes.
      const isCutOff =
        walked.length === 1 &&
        found.length >= perPage &&
        ids.length < wanted.length &&
        ids.every((id, index) => id === wanted[index])
      // What the cursor leads to may be wrong for either.
      const guilty = isCutOff ? next : isOfCursor ? [next, rules[filter]] : rules[filter]
      expect(guilty).equal(computedFrom(ids, ...pages), wanted)
    }
  },
})

// How pages of the feed follow one another: the walks that clients make, and the reads that go on from a stored id.
import { groupBy } from '../../reports/group-by.ts'
import { listAt, textAt } from '../model/body.ts'
import { isSuccess, type Call, type Journal } from './call.ts'

const filters = ['type', 'order_id', 'delivery_status']

export const cursorOf = (call: Call): string | null => call.url.searchParams.get('after')

export const filterKey = ({ url }: Call): string => filters.map((name) => url.searchParams.get(name) ?? '').join('|')

export const isCatchUp = (call: Call): boolean =>
  call.operation === 'listEvents' &&
  isSuccess(call) &&
  call.known.query &&
  filters.every((name) => !call.url.searchParams.has(name))

/** The event that each cursor of the feed stands behind: cursors tell nothing of their order, event ids do. */
export const eventsBehind = ({ calls }: Journal): Map<string, string> =>
  new Map(
    calls.flatMap((call) => {
      const cursor = call.operation === 'listEvents' ? textAt(call.received, 'next_cursor') : null
      const last = eventIds(call).at(-1)
      return cursor === null || last === undefined ? [] : [[cursor, last] as const]
    }),
  )

export const eventIds = (call: Call): string[] =>
  listAt(call.received, 'data').flatMap((row) => textAt(row, 'id') ?? [])

export const pagesOf = (calls: readonly Call[]): Call[] => calls.filter(isCatchUp)

/** What a page may be continued with: its cursor, its last event, or, where it is empty, what it was read with. */
export const endsOf = (page: Call): string[] => {
  const last = eventIds(page).at(-1) ?? cursorOf(page)
  return [textAt(page.received, 'next_cursor'), last].filter((end) => end !== null)
}

/** Of pages in order, each that goes on where another ended, and that one; each ended page is gone on with once. */
export const continuations = (pages: readonly Call[]): ReadonlyMap<Call, Call> => {
  const ended = new Map<string, Call>()
  const found = new Map<Call, Call>()
  const done = new Set<Call>()
  for (const page of pages) {
    const before = ended.get(cursorOf(page) ?? '')
    if (before !== undefined && !done.has(before)) {
      found.set(page, before)
      done.add(before)
    }
    for (const end of endsOf(page)) ended.set(end, page)
  }
  return found
}

/** A page and those before it in the same walk, which goes on as long as there is a next cursor; the last one first. */
export const walkTo = (page: Call, goesOn: ReadonlyMap<Call, Call>): Call[] => {
  const walk = [page]
  for (let before = goesOn.get(page); before !== undefined; before = goesOn.get(before)) {
    if (textAt(before.received, 'next_cursor') === null) break
    walk.push(before)
  }
  return walk
}

/** Reads that go on from a stored id; a cursor that a page gave is of the walk that it is in. */
export const pollsIn = (pages: readonly Call[]): Call[] => {
  const given = new Set(pages.map((page) => textAt(page.received, 'next_cursor')))
  return pages.filter((page) => cursorOf(page) !== null && !given.has(cursorOf(page)))
}

/** How many go on from one id to the events behind it: each consumer has an id of its own, and goes on from it once. */
export const consumersIn = (polls: readonly Call[]): number =>
  Math.max(
    1,
    ...[
      ...groupBy(
        polls.filter((page) => eventIds(page).length > 0),
        cursorOf,
      ).values(),
    ].map((same) => same.length),
  )

/** The reads from the beginning after one that had events; without those of consumers that begin together, and go on. */
export const beginningsIn = (pages: readonly Call[], polls: readonly Call[]): Call[] => {
  const first = pages.findIndex((page) => eventIds(page).length > 0)
  const all = first === -1 ? [] : pages.slice(first + 1).filter((page) => cursorOf(page) === null)
  const [goesOn] = polls
  if (goesOn === undefined || polls.length <= all.length) return all
  return all.filter((page) => page.startedAt > goesOn.startedAt)
}

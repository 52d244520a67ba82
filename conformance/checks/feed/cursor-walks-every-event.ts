// Pages of any size, walked by their cursor, hold the events of an order once each and in order; `after` goes on where it says.
import { atMost, rising } from '../../evidence/expected.ts'
import type { CheckContext } from '../../kit/context.ts'
import { computedFrom, seen, seenStatus } from '../../evidence/seen.ts'
import { readFeed, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  later: 'feed.after-returns-only-later-events',
  next: 'feed.after-leaves-no-later-event-out',
  walk: 'feed.next-cursor-continues-the-walk',
  end: 'feed.next-cursor-null-at-the-end',
  bounds: 'feed.per-page-bounds-the-page',
  hundred: ['feed.per-page-up-to-100'],
  ids: ['feed.stands-in-id-order', 'feed.ids-sort-in-raised-order'],
  times: 'feed.created-at-ascending',
  unknown: 'feed.unknown-cursor-is-no-service-failure',
}

/** Short pages may come before the last one, so a walk may take more of them than the events need. */
const mostPages = 30

const walk = async (
  { client }: CheckContext,
  order_id: string,
  per_page: number,
  upTo: string,
  type?: string,
): Promise<Answered[]> => {
  const pages: Answered[] = []
  let after: string | undefined
  while (pages.length < mostPages) {
    const page = await client.call('listEvents', { query: { order_id, type, per_page, after } })
    pages.push(page)
    const next = fieldAt(page, '/next_cursor')
    const last = recordsOf([page]).at(-1)
    if (typeof next !== 'string' || (last && last.id > upTo)) break
    after = next
  }
  return pages
}

/** A walk that ends early and a read behind a cursor lack events for one reason. */
const lost = { kind: 'missing_entry', key: 'events behind a cursor' } as const

const lacks = (found: readonly string[], wanted: readonly string[]): boolean => wanted.some((id) => !found.includes(id))

const idsOf = (pages: readonly Answered[]): string[] => recordsOf(pages).map(({ id }) => id)

/** The type that most of the events have. */
const commonest = (events: readonly SeenEvent[]): string | undefined => {
  const count = (one: string) => events.filter(({ type }) => type === one).length
  return [...new Set(events.map(({ type }) => type))].toSorted((a, b) => count(b) - count(a))[0]
}

const rises = (values: readonly (string | number)[]): boolean =>
  values.every((value, index) => index === 0 || values[index - 1]! <= value)

export default check({
  id: 'feed.cursor-walks-every-event',
  verifies: Object.values(rules).flat(),
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared, client, recordReading, eventually, patience } = context
    const { id: order_id } = (await shared(exampleSequence)).placed
    // The feed may lag behind a little.
    const isEnough = (pages: readonly Answered[]) => idsOf(pages).length > 3
    const whole = await eventually(() => readFeed(context, { order_id }), isEnough, patience.feed)
    if (!isEnough(whole)) throw blocked('too-few-events', ...whole)
    const ids = idsOf(whole)
    const last = ids.at(-1) ?? ''
    expect(rules.hundred).status(whole[0]!, '2xx')
    expect(rules.end).equal(seen(whole.at(-1)!, '/next_cursor'), null)
    expect(rules.ids).that(computedFrom(ids, ...whole), () => rises(ids), rising)
    const times = recordsOf(whole).map(({ createdAt }) => Date.parse(createdAt))
    expect(rules.times).that(computedFrom(times, ...whole), () => rises(times), rising)

    // One walk through all of them, and one through those of one type, whose last page is left a single one.
    const common = commonest(recordsOf(whole))
    for (const [type, sizeOf] of [
      [undefined, (count: number) => Math.ceil(count / 3)],
      [common, (count: number) => Math.max(1, count - 1)],
    ] as const) {
      const isWanted = (event: SeenEvent) => event.id <= last && (type === undefined || event.type === type)
      const wanted = recordsOf(whole).filter(isWanted)
      const size = sizeOf(wanted.length)
      const pages = await walk(context, order_id, size, last, type)
      const walked = recordsOf(pages)
        .filter(isWanted)
        .map(({ id }) => id)
      const due = wanted.map(({ id }) => id)
      const shown = { ...computedFrom(walked, ...pages), ...(lacks(walked, due) && { failure: lost }) }
      expect(rules.walk).equal(shown, due)
      // A walk that ends with its first page never asked for what comes after.
      if (pages.length > 1) expect(rules.next).that(shown, () => !lacks(walked, due), due)
      expect(rules.ids).that(computedFrom(walked, ...pages), () => rises(walked), rising)
      const sizes = pages.map((page) => entriesAt(page, '/data').length)
      expect(rules.bounds).that(
        computedFrom(sizes, ...pages),
        () => sizes.every((held) => held <= size),
        `each ${atMost(size)}`,
      )
      const full = sizes.slice(0, -1).every((held) => held === size)
      recordReading('feed.short-pages', full ? 'full-pages' : 'short-pages', ...pages)
      const [page] = pages
      const form = fieldAt(page!, '/next_cursor') === idsOf([page!]).at(-1) ? 'last-event-id' : 'own-text'
      recordReading('feed.cursor-form', form, page!)
    }

    const middle = ids[Math.floor(ids.length / 2)]!
    const rest = await readFeed(context, { order_id, after: middle })
    const tail = idsOf(rest).filter((id) => id <= last)
    const due = ids.slice(ids.indexOf(middle) + 1)
    const early = tail.filter((id) => id <= middle)
    expect(rules.later).equal(computedFrom(early, ...rest), [])
    const behind = tail.filter((id) => id > middle)
    expect(rules.next).equal({ ...computedFrom(behind, ...rest), ...(lacks(behind, due) && { failure: lost }) }, due)

    const unknown = await client.call('listEvents', { query: { order_id, after: unknownLike(middle) } })
    expect(rules.unknown).that(seenStatus(unknown), () => unknown.response.status < 500, 'below 500')
  },
})

// A page, a size or an instant that cannot be used is refused with a listed status, or read as one that can.
import { atLeast, atMost, oneOf } from '../../evidence/expected.ts'
import type { CheckContext } from '../../kit/context.ts'
import { computedFrom, seen, seenStatus } from '../../evidence/seen.ts'
import { mostOrders, newestOrders } from '../../scenarios/newest-orders.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { isPageSize, pageSizes } from '../../steps/compare-pages.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const errors = 'list.orders-errors-are-the-listed-ones'
const listed = [400, 401, 403, 422, 429, 500, 503, 406, 414, 431]
const most = ['list.page-never-holds-over-100-items', 'list.page-holds-at-most-per-page-items']
const once = 'list.pages-hold-every-item-once'
const reported = ['list.page-reported-is-at-least-1', 'list.per-page-reported-is-1-to-100']

type Case = { query: Record<string, string>; freedom: string; taken: string }

const cases = (): Case[] => [
  { query: { page: '0' }, freedom: 'list.page-out-of-range', taken: 'clamped' },
  { query: { per_page: '0' }, freedom: 'list.per-page-out-of-range', taken: 'clamped' },
  { query: { per_page: String(10 * limits().per_page_max) }, freedom: 'list.per-page-out-of-range', taken: 'clamped' },
  { query: { page: '1.5' }, freedom: 'list.paging-not-a-number', taken: 'default-used' },
  { query: { updated_since: 'yesterday' }, freedom: 'list.bad-updated-since', taken: 'ignored' },
]

// More than a run makes; longer lists are left to the walks of fewer items.
const mostItems = mostOrders

const isLong = (page: Answered): boolean => Number(fieldAt(page, '/total')) > mostItems

/** Every page of the largest size; of a long list the first alone. */
const fullPages = async (context: CheckContext): Promise<Answered[]> => {
  const list = { operationId: 'listOrders' } as const
  const page = await getPage(context, list, { per_page: limits().per_page_max })
  const pages = [page]
  while (!isLong(page) && pages.length < Number(fieldAt(page, '/total_pages')))
    pages.push(await getPage(context, list, { page: pages.length + 1, per_page: limits().per_page_max }))
  return pages
}

/** How many items the pages hold, each counted once, and how many there are as each page says. */
const countsOf = (pages: readonly Answered[]): { held: number; totals: unknown[] } => ({
  held: new Set(itemsOf(pages).map(({ id }) => id)).size,
  totals: [...new Set(pages.map((page) => fieldAt(page, '/total')))],
})

const addsUp = (pages: readonly Answered[]): boolean => {
  const { held, totals } = countsOf(pages)
  return totals.length === 1 && held === totals[0]
}

/** Whether full pages hold them all; a list that changes while it is read shows nothing. */
const compareFullPages = async (context: CheckContext, pages: readonly Answered[]): Promise<void> => {
  if (!pages.every(succeeded)) throw blocked('list-not-readable', ...pages)
  if (pages.some(isLong)) throw notTested(reason('too-many-orders', { most: mostItems }))
  // What was read long before is no look beside another.
  const first = addsUp(pages) ? pages : await fullPages(context)
  const again = addsUp(first) ? first : await fullPages(context)
  const { held, totals } = countsOf(again)
  if (
    totals.length !== 1 ||
    !Number.isInteger(totals[0]) ||
    String(totals) !== String(countsOf(first).totals) ||
    !again.every(succeeded)
  )
    throw blocked('list-keeps-changing', ...again)
  context.expect(once).equal(computedFrom(held, ...again), totals[0])
}

export default check({
  id: 'list.unusable-query-is-refused',
  verifies: [errors, once, ...most, ...reported],
  needs: [],
  // The more orders there are, the more a size beyond the limit can show.
  phase: 'last',
  async run(context) {
    const { expect, recordReading } = context
    for (const { query, freedom, taken } of cases()) {
      const page = await getPage(context, { operationId: 'listOrders', query })
      const { status } = page.response
      if (status === 400 || status === 422) recordReading(freedom, `status-${status}`, page)
      // An empty list may be what somebody takes the text for.
      else if (succeeded(page) && (query['updated_since'] === undefined || itemsOf([page]).length > 0))
        recordReading(freedom, taken, page)
      expect(errors).that(seenStatus(page), () => status < 400 || listed.includes(status), oneOf(['2xx', ...listed]))
      if (!succeeded(page)) continue
      const [number, size] = [Number(fieldAt(page, '/page')), Number(fieldAt(page, '/per_page'))]
      const held = itemsOf([page]).length
      expect(reported[0]!).that(seen(page, '/page'), () => number >= 1, atLeast(1))
      expect(reported[1]!).that(seen(page, '/per_page'), () => isPageSize(size), pageSizes())
      expect(most).that(
        computedFrom(held, page),
        () => held <= Math.min(size, limits().per_page_max),
        atMost(Math.min(size, limits().per_page_max)),
      )
    }
    // However those are answered, the largest allowed size is honoured.
    const pages = await context.shared(newestOrders)
    const page = pages[0]!
    const held = itemsOf([page]).length
    expect(most).that(computedFrom(held, page), () => held <= limits().per_page_max, atMost(limits().per_page_max))
    expect(reported[0]!).equal(seen(page, '/page'), 1)
    expect(reported[1]!).equal(seen(page, '/per_page'), limits().per_page_max)
    await compareFullPages(context, pages)
  },
})

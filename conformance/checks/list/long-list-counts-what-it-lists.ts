// A list of orders, and that of the orders that changed since one far back in it, hold as many as their totals say, each once.
import { limits } from '../../contract/limits.ts'
import { instantIn } from '../../contract/instant.ts'
import { includes } from '../../evidence/expected.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'
import { newestOrders } from '../../scenarios/newest-orders.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'
import { getPage, itemsOf, walkPages } from '../../steps/walk-pages.ts'

const counted = 'list.total-counts-every-matching-item'
const once = 'list.pages-hold-every-item-once'
const itself = 'list.updated-since-includes-the-instant-itself'

const later = 'list.updated-since-includes-later-changes'
const earlier = 'list.updated-since-excludes-earlier-changes'

const operationId = 'listOrders' as const

/** So far back that a long list is hardly counted by looking at each of its orders. */
const farBack = 400
const mostOrders = 1_000

const isLong = (items: unknown[]): boolean => items.length > mostOrders

/** Others may place orders while the pages are walked. */
const tries = 3

const totalsOf = (pages: Answered[]): unknown[] => [...new Set(pages.map((page) => fieldAt(page, '/total')))]

type Query = Record<string, string>
type Walk = { query?: Query; per_page?: number; look?: (pages: Answered[]) => void; known?: Answered[] }

/** The pages that the total makes, and, where the last of them is full, the one that it makes none of. */
const walk = async (context: CheckContext, query: Query, per_page: number): Promise<Answered[]> => {
  const list = { operationId, query }
  const pages = await walkPages(context, list, per_page, isLong)
  const isFull = itemsOf(pages.slice(-1)).length >= per_page
  if (!isFull || isLong(itemsOf(pages))) return pages
  return [...pages, await getPage(context, list, { page: pages.length + 1, per_page })]
}

/** Those that were read before, unless the last of them is full and may hide another. */
const wholeOf = (known: Answered[] | undefined): Answered[] | null =>
  known && itemsOf(known.slice(-1)).length < limits().per_page_max ? known : null

const isCounted = (pages: Answered[]): boolean => fieldAt(pages[0]!, '/total') === itemsOf(pages).length

/** What `look` is shown of each walk holds of a list that keeps changing too. */
const settledPages = async (
  context: CheckContext,
  { query = {}, per_page = limits().per_page_max, look, known }: Walk,
): Promise<Answered[]> => {
  for (let tried = 1; tried <= tries; tried += 1) {
    const pages = (tried === 1 && wholeOf(known)) || (await walk(context, query, per_page))
    look?.(pages)
    if (isLong(itemsOf(pages))) throw notTested(reason('too-many-orders', { most: mostOrders }))
    for (const page of pages) requireSuccess(page)
    if (totalsOf(pages).length === 1 && (isCounted(pages) || tried === tries)) return pages
  }
  throw notTested('list-keeps-changing')
}

const countPages = async (context: CheckContext, given: Walk = {}) => {
  const pages = await settledPages(context, given)
  const items = itemsOf(pages)
  const ids = [...new Set(items.map(({ id }) => id))]
  const requests = pages.map(({ id }) => id)
  context.expect(counted).equal({ ...seen(pages[0]!, '/total'), requests }, ids.length)
  context.expect(once).equal(computedFrom(items.length, ...pages), ids.length)
  return { pages, items, ids }
}

export default check({
  id: 'list.long-list-counts-what-it-lists',
  verifies: [counted, once, itself, later, earlier],
  needs: ['orders'],
  // The more orders there are, the more is to be counted.
  phase: 'last',
  async run(context) {
    await context.shared(orderBook)
    const { items, pages: all } = await countPages(context, { known: await context.shared(newestOrders) })
    const at = Math.min(Math.floor(0.8 * items.length), farBack)
    const order = items[at]
    const since = valueAt(order, '/dates/updated_at')
    if (!order || typeof since !== 'string') throw blocked(reason('list-empty', { operation: operationId }), ...all)
    // What changed once more meanwhile is later still.
    const changedAt = (item: Record<string, unknown>): number => instantIn(valueAt(item, '/dates/updated_at'))
    const floor = Math.floor(Date.parse(since) / 1_000) * 1_000
    const look = (found: Answered[]): void => {
      const early = itemsOf(found).filter((item) => changedAt(item) < floor)
      context.expect(earlier).equal(
        computedFrom(
          early.map(({ id }) => id),
          ...found,
        ),
        [],
      )
    }
    // So small that the second page has to know of the filter too.
    const per_page = Math.max(1, Math.min(Math.ceil(0.75 * at), limits().per_page_max))
    const { ids, pages } = await countPages(context, { query: { updated_since: since }, per_page, look })
    context.expect(itself).that(computedFrom(ids, ...pages), () => ids.includes(order['id']), includes(order['id']))
    const missing = items.filter((item) => changedAt(item) > changedAt(order) && !ids.includes(item['id']))
    context.expect(later).equal(
      computedFrom(
        missing.map(({ id }) => id),
        ...all,
        ...pages,
      ),
      [],
    )
  },
})

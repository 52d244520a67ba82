// The status filter lists every order in the statuses given, one or several, and none in another.
import { includes, only } from '../../evidence/expected.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { orderBook, type BookedOrder } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import type { CheckContext } from '../../kit/context.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { compareTotal, countsItems as total } from '../../steps/compare-total.ts'
import { persistsOnRetry } from '../../steps/persists-on-retry.ts'
import { sinceFirstOf } from '../../steps/in-seconds.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { getPage, itemsOf, walkPages } from '../../steps/walk-pages.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const excludes = 'list.status-filter-excludes-other-statuses'
const complete = 'list.status-filter-leaves-none-out'
const several = 'list.status-filter-takes-several-codes'
const once = 'list.pages-hold-every-item-once'
const both = 'list.filters-together-list-what-fits-both'

const codesOf = (items: readonly Record<string, unknown>[]): unknown[] => [
  ...new Set(items.map((item) => valueAt(item, '/status/code'))),
]

/** The statuses on a list; one that was not asked for counts if it is there each time, as an order may just have taken it. */
const codesShown = async (
  items: readonly Record<string, unknown>[],
  asked: readonly string[],
  again: () => Promise<Answered[]>,
): Promise<unknown[]> => {
  const others = (found: readonly Record<string, unknown>[]) =>
    codesOf(found).filter((code) => !asked.includes(String(code)))
  const left = await persistsOnRetry(others(items), async () => others(itemsOf(await again())))
  return [...codesOf(items).filter((code) => asked.includes(String(code))), ...left]
}

/** Those of the orders that a simulated company has moved on since they were booked. */
const wentElsewhere = async (context: CheckContext, orders: readonly BookedOrder[]): Promise<string[]> => {
  const gone: string[] = []
  for (const { id, status } of orders)
    if (await hasMovedSpontaneously(context, id, status, statusOf(await readOrder(context, id)))) gone.push(id)
  return gone
}

/**
 * Two statuses of the book, one of them named twice, beside two more filters, on pages so short that the second one has to know of the
 * filter too.
 */
const compareShortPages = async (
  context: CheckContext,
  reference: string,
  orders: readonly BookedOrder[],
  codes: readonly string[],
): Promise<void> => {
  const { expect } = context
  const since = sinceFirstOf(orders)
  const rest = { lender_reference: reference, updated_since: since }
  const wanted = orders
    .filter(({ status }) => codes.includes(status))
    .map(({ id }) => id)
    .toSorted()
  const walkOf = (status: readonly string[]) =>
    walkPages(context, { operationId: 'listOrders', query: { status: status.join(','), ...rest } }, 2)
  // A code that is named twice still finds each order once; whether it is taken is open.
  const walk = async () => {
    const found = await walkOf([...codes, ...codes.slice(0, 1)])
    return [400, 422].includes(found[0]!.response.status) ? walkOf(codes) : found
  }
  const idsOn = (found: readonly Answered[]): string[] => itemsOf(found).map(({ id }) => String(id))
  const holdsAll = (found: readonly Answered[]): boolean => wanted.every((id) => idsOn(found).includes(id))
  const pages = await context.eventually(walk, holdsAll, context.patience.every)
  const shown = await codesShown(itemsOf(pages), codes, walk)
  expect(excludes).that(
    computedFrom(shown, ...pages),
    () => shown.every((code) => codes.includes(String(code))),
    only(...codes),
  )
  const ids = idsOn(pages).toSorted()
  const isCounted = pages.every((page) => fieldAt(page, '/total') === wanted.length)
  const isRight = isCounted && String(ids) === String(wanted)
  // An order that has moved on moves the others to other pages.
  if (!isRight && (await wentElsewhere(context, orders)).length > 0) {
    for (const rule of [once, both, total]) expect(rule).notTested('orders-moved-on')
    return
  }
  expect([once, both]).equal(computedFrom(ids, ...pages), wanted)
  for (const page of pages) expect(total).equal(seen(page, '/total'), wanted.length)
}

export default check({
  id: 'list.status-filter-keeps-to-its-statuses',
  verifies: [excludes, complete, several, once, total, both],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { reference, orders, other } = await shared(orderBook)
    await shared(recentOrders)
    const all: BookedOrder[] = [...orders, other]
    const statuses = [...new Set(all.map(({ status }) => status))]
    const firsts = new Map<string, Answered>()
    // One and two of them, where an order is in none of these, and all of them, which may be more than two.
    const two = statuses.slice(0, 2)
    for (const status of new Set([...two.slice(0, 1), two.join(','), statuses.join(',')])) {
      const codes = status.split(',')
      const rules = codes.length > 1 ? [several] : [complete]
      const wanted = all.filter((order) => codes.includes(order.status)).map(({ id }) => id)
      const holdsAll = (items: Record<string, unknown>[]) =>
        wanted.every((id) => items.some((item) => item['id'] === id))
      const walk = () => walkPages(context, { operationId: 'listOrders', query: { status } }, undefined, holdsAll)
      const pages = await context.eventually(walk, (found) => holdsAll(itemsOf(found)), context.patience.every)
      firsts.set(status, pages[0]!)
      const items = itemsOf(pages)
      const shown = await codesShown(items, codes, walk)
      expect([excludes, ...(codes.length > 1 ? [several] : [])]).that(
        computedFrom(shown, ...pages),
        () => shown.every((code) => codes.includes(String(code))),
        only(...codes),
      )
      const gone = await wentElsewhere(
        context,
        all.filter(({ id }) => wanted.includes(id) && !items.some((item) => item['id'] === id)),
      )
      expect(rules).that(
        computedFrom(
          items.map((item) => item['id']),
          ...pages,
        ),
        () => wanted.every((id) => gone.includes(id) || items.some((item) => item['id'] === id)),
        includes(wanted),
      )
    }

    for (const [status, first] of firsts)
      await compareTotal(context, { operationId: 'listOrders', query: { status } }, first)
    await compareShortPages(context, reference, orders, two)
    const spaced = await getPage(context, {
      operationId: 'listOrders',
      query: { status: two.join(', ') },
    })
    if (statuses.length > 1) {
      const trimmed = codesOf(itemsOf([spaced])).includes(statuses[1])
      recordReading('list.status-list-spaces', trimmed ? 'trimmed' : 'part-of-code', spaced)
    }
    const unknown = await getPage(context, { operationId: 'listOrders', query: { status: 'no_such_status' } })
    if (succeeded(unknown)) recordReading('list.unknown-status-filter', 'matches-nothing', unknown)
    else if ([400, 422].includes(unknown.response.status))
      recordReading(
        'list.unknown-status-filter',
        unknown.response.status === 400 ? 'status-400' : 'status-422',
        unknown,
      )
    for (const page of [spaced, unknown]) {
      const status = page === spaced ? two.join(', ') : 'no_such_status'
      const again = async () => [await getPage(context, { operationId: 'listOrders', query: { status } })]
      const codes = await codesShown(itemsOf([page]), statuses, again)
      expect(excludes).equal(
        computedFrom(
          codes.filter((one) => !statuses.includes(String(one))),
          page,
        ),
        [],
      )
    }
    if (statuses.length < 2) throw notTested('one-status-only')
  },
})

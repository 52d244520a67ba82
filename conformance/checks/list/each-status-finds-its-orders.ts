// Every status that orders of the account are in can be asked for: a list has all orders in the statuses given, and no others.
import { excludes as without, includes } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
import { computedFrom, valueAt } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'
import { mostOrders, newestOrders } from '../../scenarios/newest-orders.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { requireSuccess } from '../../steps/read.ts'
import { itemsOf, walkPages } from '../../steps/walk-pages.ts'

const excludes = 'list.status-filter-excludes-other-statuses'
const complete = 'list.status-filter-leaves-none-out'
const several = 'list.status-filter-takes-several-codes'

/** The newest are looked at, and all but the last of them compared: what is placed meanwhile moves those out. */
const wellWithin = mostOrders - 20

type Order = { id: string; status: string; updatedAt: unknown }

const newest = async (context: CheckContext, status?: string): Promise<Answered[]> => {
  const list = { operationId: 'listOrders', query: { status } } as const
  const pages = await walkPages(context, list, undefined, (items) => items.length >= mostOrders)
  return pages.map(requireSuccess)
}

const ordersOn = (pages: readonly Answered[]): Order[] =>
  itemsOf(pages).map((item) => ({
    id: String(item['id']),
    status: String(valueAt(item, '/status/code')),
    updatedAt: valueAt(item, '/dates/updated_at'),
  }))

/** A list by status, and the orders that it lacks or should not have: one that was the same before it and after it was so meanwhile. */
type Filtered = { codes: string[]; pages: Answered[]; left: string[]; astray: string[] }

const filteredBy = async (
  context: CheckContext,
  ask: (statuses: readonly string[]) => string[][],
  known: readonly Answered[] | null,
): Promise<Filtered[]> => {
  const first = known?.map(requireSuccess) ?? (await newest(context))
  const before = ordersOn(first).slice(0, wellWithin)
  if (before.length === 0) throw blocked(reason('list-empty', { operation: 'listOrders' }), ...first)
  const asked = ask([...new Set(before.map(({ status }) => status))].toSorted())
  const lists: Answered[][] = []
  for (const codes of asked) lists.push(await newest(context, codes.join(',')))
  const after = new Map(ordersOn(await newest(context)).map((order) => [order.id, order]))
  const kept = before.filter(
    ({ id, status, updatedAt }) => after.get(id)?.status === status && after.get(id)?.updatedAt === updatedAt,
  )
  return lists.map((pages, index) => {
    const codes = asked[index]!
    const shown = new Set(ordersOn(pages).map(({ id }) => id))
    const wrong = kept.filter(({ id, status }) => shown.has(id) !== codes.includes(status))
    const idsOf = (orders: Order[]): string[] => orders.map(({ id }) => id)
    return {
      codes,
      pages,
      left: idsOf(wrong.filter(({ id }) => !shown.has(id))),
      astray: idsOf(wrong.filter(({ id }) => shown.has(id))),
    }
  })
}

const isRight = ({ left, astray }: Filtered): boolean => left.length === 0 && astray.length === 0

/** Each status in some of the lists, and no two in the same ones: whichever is mistaken, for whichever other, shows in one. */
const dividing = (statuses: readonly string[]): string[][] => {
  const bits = Array.from({ length: Math.ceil(Math.log2(statuses.length + 1)) }, (_, bit) => 2 ** bit)
  return bits.map((bit) => statuses.filter((_status, index) => ((index + 1) & bit) !== 0))
}

/** Several statuses that are right together are right each; if not, it is said of one alone, or of several. */
const judge = ({ expect }: CheckContext, list: Filtered): void => {
  const { codes, pages, left, astray } = list
  const ids = ordersOn(pages).map(({ id }) => id)
  const together = codes.length > 1 ? [several] : []
  const isAlone = codes.length === 1 || isRight(list)
  expect([...together, ...(isAlone ? [complete] : [])]).that(
    computedFrom(ids, ...pages),
    () => left.length === 0,
    includes(left),
  )
  expect([...together, ...(isAlone ? [excludes] : [])]).that(
    computedFrom(ids, ...pages),
    () => astray.length === 0,
    without(astray),
  )
}

export default check({
  id: 'list.each-status-finds-its-orders',
  verifies: [excludes, complete, several],
  needs: ['orders'],
  // The more orders there are, the more statuses they are in.
  phase: 'last',
  async run(context) {
    const { eventually, expect, patience, shared } = context
    await shared(orderBook)
    let known: Answered[] | null = await shared(newestOrders)
    const look = (ask: Parameters<typeof filteredBy>[1]) =>
      eventually(
        () => {
          const before = known
          known = null
          return filteredBy(context, ask, before)
        },
        (found) => found.every(isRight),
        patience.every,
      )
    const lists = await look(dividing)
    // What several statuses together show wrongly, one of them alone may show.
    const alone = lists.every(isRight) ? [] : await look((statuses) => statuses.map((status) => [status]))
    if (!lists.some(({ codes }) => codes.length > 1)) expect(several).notTested('one-status-only')
    for (const one of alone.every(isRight) ? lists : alone) judge(context, one)
  },
})

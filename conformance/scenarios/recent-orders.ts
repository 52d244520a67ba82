// The unfiltered order list as far back as the order book goes, once it shows all of it.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { itemsOf, walkPages } from '../steps/walk-pages.ts'
import { orderBook } from './order-book.ts'

type RecentOrders = { pages: Answered[]; items: Record<string, unknown>[] }

export const recentOrders: Scenario<RecentOrders> = {
  id: 'recent-orders',
  async run(context) {
    const { orders, other } = await context.shared(orderBook)
    const wanted = [...orders, other].map(({ id }) => id)
    const showsAll = (items: Record<string, unknown>[]) => wanted.every((id) => items.some((item) => item['id'] === id))
    const pages = await context.eventually(
      () => walkPages(context, { operationId: 'listOrders' }, undefined, showsAll),
      (found) => showsAll(itemsOf(found)),
      context.patience.state,
    )
    // An order that is placed meanwhile moves others to the next page, which shows them again.
    return { pages, items: [...new Map(itemsOf(pages).map((item) => [item['id'], item])).values()] }
  },
}

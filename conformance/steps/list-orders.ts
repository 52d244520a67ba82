// Lists of orders, by the reference that marks what this run made.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { ageOf, type Aged } from './compare-ages.ts'
import { requireSuccess } from './read.ts'
import { itemsOf } from './walk-pages.ts'
import { limits } from '../contract/limits.ts'

export const ordersWithReference = async ({ client }: StepContext, reference: string): Promise<Answered> =>
  requireSuccess(await client.call('listOrders', { query: { lender_reference: reference } }))

const mostPages = 5

/** Pages of the order list, newest first, until their items are enough, or a page is empty. */
export const newestOrders = async (
  { client }: StepContext,
  isEnough: (items: Record<string, unknown>[]) => boolean,
): Promise<Answered[]> => {
  const pages: Answered[] = []
  while (pages.length < mostPages && !isEnough(itemsOf(pages))) {
    const query = { page: pages.length + 1, per_page: limits().per_page_max }
    pages.push(requireSuccess(await client.call('listOrders', { query })))
    if (itemsOf(pages.slice(-1)).length === 0) break
  }
  return pages
}

/** Order list items with the time they were created. */
export const agedOrders = (items: readonly Record<string, unknown>[]): Aged[] =>
  items.map(({ id, dates }) => ({
    id: String(id),
    at: ageOf((dates as { created_at?: unknown } | null | undefined)?.created_at),
  }))

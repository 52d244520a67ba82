// Lists of orders, by the reference that marks what this run made.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { ageOf, type Aged } from './compare-ages.ts'
import { requireSuccess } from './read.ts'

export const ordersWithReference = async ({ client }: StepContext, reference: string): Promise<Answered> =>
  requireSuccess(await client.call('listOrders', { query: { lender_reference: reference } }))

/** Order list items with the time they were created. */
export const agedOrders = (items: readonly Record<string, unknown>[]): Aged[] =>
  items.map(({ id, dates }) => ({
    id: String(id),
    at: ageOf((dates as { created_at?: unknown } | null | undefined)?.created_at),
  }))

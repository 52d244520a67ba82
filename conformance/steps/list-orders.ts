// Lists of orders, by the reference that marks what this run made.
import type { StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { must } from './read.ts'

export const ordersWithReference = async ({ client }: StepContext, reference: string): Promise<Answered> =>
  must(await client.call('listOrders', { query: { lender_reference: reference } }), 'the orders could not be listed')

/** Order list items with the time they were created, in milliseconds. */
export const agedOrders = (items: readonly Record<string, unknown>[]): { id: string; at: number }[] =>
  items.map(({ id, dates }) => ({
    id: String(id),
    at: Date.parse(String((dates as { created_at?: unknown } | null | undefined)?.created_at)),
  }))

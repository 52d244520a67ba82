// Lists of orders, by the reference that marks what this run made.
import type { StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { must } from './read.ts'

export const ordersWithReference = async ({ client }: StepContext, reference: string): Promise<Answered> =>
  must(await client.call('listOrders', { query: { lender_reference: reference } }), 'the orders could not be listed')

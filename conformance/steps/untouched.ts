// Proof that calls which had to be refused left no trace on the orders of the grand tour, and placed none beside them.
import type { GrandTour } from '../journeys/grand-tour.ts'
import type { CheckContext } from '../run/context.ts'
import { derived } from '../run/seen.ts'
import { jsonOf, type Answered } from '../target/exchange.ts'
import { entriesAt } from './read.ts'

type Shown = { id?: unknown; status?: { code?: unknown }; dates?: { updated_at?: unknown } }

/** `updated_at` moves with anything the lender can see, so that one line tells whether an order was touched. */
const line = ({ id, status, dates }: Shown): string =>
  [id, status?.code, Math.floor(Date.parse(String(dates?.updated_at)) / 1000)].join(' ')

const listed = (list: Answered): string[] => entriesAt(list, '/data').map(line).toSorted()

/** Compares the orders that bear the tour's mark, as the list shows them, with how they were left. */
export const expectUntouched = async (
  { client, expect, eventually, patience }: CheckContext,
  { mark, left }: GrandTour,
  rules: string | readonly string[],
): Promise<void> => {
  const before = Object.values(left)
  const wanted = before.map(({ response }) => line(jsonOf(response.body) as Shown)).toSorted()
  // The list may lag behind the orders a little.
  const list = await eventually(
    () => client.call('listOrders', { query: { lender_reference: mark } }),
    (answer) => listed(answer).join() === wanted.join(),
    patience.state,
  )
  expect(rules).equal(derived(listed(list), list, ...before), wanted)
}

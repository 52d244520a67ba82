// Proof that calls which had to be refused left no trace on the orders of the grand tour.
import type { GrandTour, Stop } from '../journeys/grand-tour.ts'
import type { CheckContext } from '../run/context.ts'
import { seen, type Seen } from '../run/seen.ts'
import type { Answered } from '../target/exchange.ts'
import { readOrder } from './order-state.ts'
import { fieldAt } from './read.ts'

const traces = ['/status/code', '/appraiser_instructions', '/dates/updated_at']

const documentsOf = (order: Answered): unknown[] => {
  const documents = fieldAt(order, '/documents')
  return Array.isArray(documents) ? documents.map((one: { id?: unknown } | null) => one?.id).toSorted() : []
}

/** Compares every order as it was left with what it is now. */
export const expectUntouched = async (
  context: CheckContext,
  { orders, left }: GrandTour,
  rules: string | readonly string[],
): Promise<void> => {
  for (const [stop, before] of Object.entries(left) as [Stop, Answered][]) {
    const now = await readOrder(context, orders[stop]!)
    const both = (part: Seen): Seen => ({ ...part, requests: [before.id, now.id] })
    for (const pointer of traces) context.expect(rules).equal(both(seen(now, pointer)), fieldAt(before, pointer))
    const documents = both({ value: documentsOf(now), pointer: '/documents', requests: [] })
    context.expect(rules).equal(documents, documentsOf(before))
  }
}

// Waiting until an order has left a status it only passes through.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { readOrder, statusOf } from './order-state.ts'

const passing = new Set<unknown>(['off_hold', 'reactivated'])

// How long it takes is open, short of resting there: with a control port an hour costs nothing.
const settling = { waitMs: 20_000, moves: [60, 3_600] }

/** The order once it is at rest, or as it is when the patience is up. */
export const settleOrder = async (context: StepContext, id: string): Promise<Answered> => {
  const { control } = context
  const atRest = (order: Answered): boolean => !passing.has(statusOf(order))
  if (!control) return context.eventually(() => readOrder(context, id), atRest, settling.waitMs)
  let order: Answered | null = null
  for (const seconds of settling.moves) {
    if (order && atRest(order)) break
    await control.advanceClock(seconds)
    order = await readOrder(context, id)
  }
  return order ?? readOrder(context, id)
}

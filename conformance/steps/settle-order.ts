// Waiting until an order has left a status it only passes through.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { readOrder, statusOf } from './order-state.ts'

const passing = new Set<unknown>(['off_hold', 'reactivated'])

// How long it takes is open, short of resting there: with a control port an hour costs nothing.
const settling = { waitMs: 20_000, moves: [60, 3_600] }

/** Until it is known how long it takes. */
const pauses = [1_000, 2_000, 3_000, 3_000, 5_000, 6_000]

/** How long the orders of a run took to come to rest, at most, and the first look of all, which shows it to the others. */
type Known = { ms: number; first: Promise<unknown> }

const longest = new WeakMap<StepContext['plans'], Known>()

const settleInTime = async (
  context: StepContext,
  id: string,
  atRest: (order: Answered) => boolean,
): Promise<Answered> => {
  const from = Date.now()
  const waited = (): number => Date.now() - from
  const known = longest.get(context.plans) ?? { ms: 0, first: Promise.resolve() }
  const look = async (): Promise<Answered> => {
    // Looking costs requests: an order is left alone for as long as it took before.
    await known.first
    await sleep(Math.max(0, Math.min(known.ms, settling.waitMs) - waited()))
    let order = await readOrder(context, id)
    for (const pause of pauses) {
      if (atRest(order) || waited() >= settling.waitMs) break
      await sleep(Math.max(0, Math.min(pause, settling.waitMs - waited())))
      order = await readOrder(context, id)
    }
    if (atRest(order)) known.ms = Math.max(known.ms, Math.min(waited(), settling.waitMs))
    return order
  }
  const settled = look()
  if (!longest.has(context.plans))
    longest.set(context.plans, Object.assign(known, { first: settled.catch(() => null) }))
  return settled
}

/** The order once it is at rest, or as it is when the patience is up; `known` is how it was read last, unless it may have changed since. */
export const settleOrder = async (context: StepContext, id: string, known?: Answered): Promise<Answered> => {
  const { control } = context
  const atRest = (order: Answered): boolean => !passing.has(statusOf(order))
  if (known && atRest(known)) return known
  if (!control) return settleInTime(context, id, atRest)
  let order: Answered | null = null
  for (const seconds of settling.moves) {
    if (order && atRest(order)) break
    await control.advanceClock(seconds)
    order = await readOrder(context, id)
  }
  return order ?? readOrder(context, id)
}

// Waiting until an order has left a status it only passes through.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { readOrder, statusOf } from './order-state.ts'

const passing = new Set<unknown>(['off_hold', 'reactivated'])

// How long it takes is open, short of resting there: with a control port an hour costs nothing.
const settling = { waitMs: 20_000, moves: [60, 3_600] }

/** Until it is known how long it takes. */
const pauses = [1_000, 3_000, 8_000, 8_000]

/** How long an order of this run took to come to rest, at most: looking costs requests, so that later ones are left alone. */
const longest = new WeakMap<StepContext['plans'], number>()

const settleInTime = async (
  context: StepContext,
  id: string,
  atRest: (order: Answered) => boolean,
): Promise<Answered> => {
  const from = Date.now()
  const known = longest.get(context.plans) ?? 0
  const first = await readOrder(context, id)
  if (atRest(first)) return first
  let settled = first
  for (const pause of known > 0 ? [known, ...pauses] : pauses) {
    await sleep(Math.max(0, Math.min(pause, from + settling.waitMs - Date.now())))
    settled = await readOrder(context, id)
    if (atRest(settled) || Date.now() - from >= settling.waitMs) break
  }
  const took = Math.min(Date.now() - from, settling.waitMs)
  if (atRest(settled)) longest.set(context.plans, Math.max(known, took))
  return settled
}

/** The order once it is at rest, or as it is when the patience is up. */
export const settleOrder = async (context: StepContext, id: string): Promise<Answered> => {
  const { control } = context
  const atRest = (order: Answered): boolean => !passing.has(statusOf(order))
  if (!control) return settleInTime(context, id, atRest)
  let order: Answered | null = null
  for (const seconds of settling.moves) {
    if (order && atRest(order)) break
    await control.advanceClock(seconds)
    order = await readOrder(context, id)
  }
  return order ?? readOrder(context, id)
}

// The sandbox advance of one order, and what the order shows afterwards.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { awaitStatus, readOrder, statusOf } from './order-state.ts'
import { requireSuccess, succeeded } from './read.ts'

/** `order` is the order as read after the move, or as it was left by a refusal. */
export type Advanced = { to: string; answer: Answered; order: Answered }

const finished = new Set(['report_complete', 'revised_report_complete', 'cancelled'])

const sent = async (context: StepContext, id: string, to: string): Promise<Answered> => {
  const answer = await context.client.call('advanceOrder', { params: { order_id: id }, json: { to_status: to } })
  if (succeeded(answer) && finished.has(to)) context.orders.settled(id)
  return answer
}

/**
 * As `advance` where nobody looks at the order: one that the answer shows there is not read.
 * @throws Inconclusive when the target refuses it.
 */
export const moveTo = async (context: StepContext, id: string, to: string): Promise<void> => {
  const answer = requireSuccess(await sent(context, id, to))
  if (statusOf(answer) !== to) await awaitStatus(context, id, [to])
}

export const advance = async (context: StepContext, id: string, to: string): Promise<Advanced> => {
  const answer = await sent(context, id, to)
  const order = succeeded(answer) ? await awaitStatus(context, id, [to]) : await readOrder(context, id)
  return { to, answer, order }
}

// The sandbox advance of one order, and what the order shows afterwards.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { awaitStatus, readOrder } from './order-state.ts'
import { succeeded } from './read.ts'

/** `order` is the order as read after the move, or as it was left by a refusal. */
export type Advanced = { to: string; answer: Answered; order: Answered }

const finished = new Set(['report_complete', 'revised_report_complete', 'cancelled'])

export const advance = async (context: StepContext, id: string, to: string): Promise<Advanced> => {
  const answer = await context.client.call('advanceOrder', { params: { order_id: id }, json: { to_status: to } })
  const order = succeeded(answer) ? await awaitStatus(context, id, [to]) : await readOrder(context, id)
  if (succeeded(answer) && finished.has(to)) context.orders.settled(id)
  return { to, answer, order }
}

// Reading an order, and waiting for the status it is to take.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { fieldAt, requireSuccess } from './read.ts'

export const readOrder = async (context: StepContext, id: string): Promise<Answered> =>
  requireSuccess(await context.client.call('getOrder', { params: { order_id: id } }))

export const statusOf = (order: Answered): unknown => fieldAt(order, '/status/code')

/** A refusal for the status of the order speaks of that order, which may be under review, or have moved on its own. */
export const isOfTheStatus = (answer: Answered): boolean =>
  answer.response.status === 409 && typeof fieldAt(answer, '/current_status') === 'string'

/** The order once it shows one of the statuses, or as it is when the patience is up. */
export const awaitStatus = (
  context: StepContext,
  id: string,
  statuses: readonly string[],
  patienceMs = context.patience.state,
): Promise<Answered> =>
  context.eventually(
    () => readOrder(context, id),
    (order) => statuses.includes(statusOf(order) as string),
    patienceMs,
  )

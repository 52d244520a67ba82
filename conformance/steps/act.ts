// Hold, resume and cancel, and what the order shows afterwards.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { notApplicable, reason as because } from '../evidence/inconclusive.ts'
import { readOrder } from './order-state.ts'
import { fieldAt } from './read.ts'

export type Action = 'hold' | 'resume' | 'cancel'

export const operationOf: Record<Action, string> = { hold: 'holdOrder', resume: 'resumeOrder', cancel: 'cancelOrder' }

/** Sends the action with a reason, which every action takes or ignores, or with none, or without a body (`null`); a key means nothing to it. */
export const act = async (
  context: StepContext,
  action: Action,
  id: string,
  reason?: string | null,
  key?: string,
): Promise<Answered> => {
  const body = reason === null ? {} : { json: { reason } }
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  const answer = await context.client.call(operationOf[action], { params: { order_id: id }, ...body, headers })
  if (action === 'cancel' && answer.response.status < 300) context.orders.settled(id)
  return answer
}

/**
 * As `act`, where the action is to be accepted.
 * @throws Inconclusive `not-applicable` where the company switched the action off for this lender, which it may.
 */
export const permitted = async (...given: Parameters<typeof act>): Promise<Answered> => {
  const [context, action] = given
  const answer = await act(...given)
  if (answer.response.status !== 403 || fieldAt(answer, '/code') !== 'action_not_permitted_for_client') return answer
  context.recordReading(
    action === 'cancel' ? 'actions.cancel-permission' : 'actions.other-switches',
    'status-403',
    answer,
  )
  throw notApplicable(because('switched-off', { operation: operationOf[action] }))
}

export type Refused = { answer: Answered; before: Answered; after: Answered }

/** The action on an order whose status forbids it, with the order as it was before, unless that is known, and after. */
export const tryAct = async (
  context: StepContext,
  action: Action,
  id: string,
  reason: string,
  known?: Answered,
  key?: string,
): Promise<Refused> => {
  const before = known ?? (await readOrder(context, id))
  const answer = await act(context, action, id, reason, key)
  return { answer, before, after: await readOrder(context, id) }
}

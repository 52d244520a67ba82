// Amendments, and the order as it was before and after them.
import type { StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { notApplicable } from '../target/unjudged.ts'
import { readOrder } from './order-state.ts'
import { fieldAt, succeeded } from './read.ts'

export type Amended = { answer: Answered; before: Answered; after: Answered }

export const sendAmendment = ({ client }: StepContext, id: string, patch: unknown): Promise<Answered> =>
  client.call('amendOrder', { params: { order_id: id }, json: patch })

const observeAnswer = ({ observe }: StepContext, answer: Answered): void => {
  const { status } = answer.response
  const whole = fieldAt(answer, '/loan') !== undefined
  if (status === 200) observe('amend.response', whole ? 'status-200-order' : 'status-200-short', answer)
  if (status === 202 && whole) observe('amend.response', 'status-202-order', answer)
  if (status === 204) observe('amend.response', 'status-204', answer)
}

/** @throws Unjudged `not-applicable` where the company does not let this lender amend, which it may. */
export const amend = async (context: StepContext, id: string, patch: unknown, before: Answered): Promise<Amended> => {
  const answer = await sendAmendment(context, id, patch)
  if (answer.response.status === 403 && fieldAt(answer, '/code') === 'action_not_permitted_for_client') {
    context.observe('amend.permission', 'status-403', answer)
    throw notApplicable('the company does not let this lender amend an order')
  }
  if (succeeded(answer)) observeAnswer(context, answer)
  return { answer, before, after: await readOrder(context, id) }
}

const own = [
  'lender_reference',
  'order_type',
  'loan',
  'property',
  'borrowers',
  'parties',
  'notes',
  'flags',
  'appraiser_instructions',
]

/** What a lender sent of an order, without what lies at some pointers. */
export const ownFields = (order: Answered, ...without: string[]): Record<string, unknown> => {
  const fields = structuredClone(Object.fromEntries(own.map((field) => [field, fieldAt(order, `/${field}`)])))
  for (const pointer of without) {
    const path = pointer.split('/').slice(1)
    const last = path.pop()!
    const owner = path.reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], fields)
    if (typeof owner === 'object' && owner !== null) delete (owner as Record<string, unknown>)[last]
  }
  return fields
}

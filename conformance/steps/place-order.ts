// Placing an order, and bringing one to the status a check starts from.
import type { StepContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import type { Answered } from '../evidence/exchange.ts'
import { moveTo } from './advance.ts'
import { pickProduct, type Product } from './catalog.ts'
import { orderBody, type OrderBody } from './order-body.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from './read.ts'

export type PlacedOrder = { id: string; status: string; body: OrderBody; key: string; answer: Answered }

/** Sends a create and takes note of what it created; the answer may be a refusal. */
export const create = async (
  context: StepContext,
  body: unknown,
  { key = context.marker(), ...options }: { key?: string } & CallOptions = {},
): Promise<Answered> => {
  const headers = { 'Idempotency-Key': key, ...options.headers }
  const answer = await context.client.call('createOrder', { json: body, ...options, headers })
  const id = succeeded(answer) ? fieldAt(answer, '/id') : null
  if (typeof id === 'string') context.orders.created(id, options.role)
  return answer
}

/** A valid order, placed. @throws Inconclusive when the target refuses it. */
export const placeOrder = async (
  context: StepContext,
  {
    product,
    change = {},
    key = context.marker(),
  }: { product?: Product; change?: Partial<OrderBody>; key?: string } = {},
): Promise<PlacedOrder> => {
  const body = { ...orderBody(context, product ?? (await pickProduct(context))), ...change } as OrderBody
  const answer = requireSuccess(await create(context, body, { key }))
  return { id: textAt(answer, '/id'), status: textAt(answer, '/status/code'), body, key, answer }
}

/** An order in `new`: one that the company reviews first is placed by an advance. */
export const newOrder = async (context: StepContext, product?: Product): Promise<PlacedOrder> => {
  const placed = await placeOrder(context, product ? { product } : {})
  if (placed.status !== 'pending_review') return placed
  await moveTo(context, placed.id, 'new')
  return { ...placed, status: 'new' }
}

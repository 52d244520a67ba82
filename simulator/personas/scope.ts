// What a persona acts on: one order, the orders of one lender, or all; of several the narrowest counts.
import type { Order, Persona } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Scope } from '../engine/personas.ts'
import { findLender, findOrder } from '../store/find.ts'
import type { Store } from '../store/store.ts'

/** One persona at most has it. */
export const scopeKey = ({ lender_id, order_id }: Scope): string =>
  order_id ? `order ${order_id}` : lender_id ? `lender ${lender_id}` : 'all'

export const personaFor = (byScope: ReadonlyMap<string, Persona>, { id, account }: Order): Persona | undefined =>
  byScope.get(scopeKey({ order_id: id })) ??
  byScope.get(scopeKey({ lender_id: account.split(':')[0]! })) ??
  byScope.get(scopeKey({}))

/** Throws where the scope is two things, or where there is no such lender or order. */
export const checkScope = (store: Pick<Store, 'lenders' | 'orders'>, { lender_id, order_id }: Scope): void => {
  if (lender_id && order_id) {
    const sentence = 'A persona is for a lender or for an order, and both came; leave one out.'
    throw new Refusal('unusable_value', sentence, { status: 422 })
  }
  if (lender_id) findLender({ store }, lender_id)
  if (order_id) findOrder({ store }, order_id)
}

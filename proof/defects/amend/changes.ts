// Changes of what an amendment makes of an order.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { OrderPatch } from '../../../simulator/domain/order-draft.ts'
import type { Order } from '../../../simulator/domain/records.ts'

/** Changes what an amendment makes of the order. */
export const making = (change: (order: Order, patch: OrderPatch, amended: Amended) => Amended): Mutation =>
  op.wrap('amendment.outcome', (outcome, order, patch, amended) => ({ ...outcome, ...change(order, patch, amended) }))

export type Amended = Partial<Order>

// Changes of what an amendment makes of an order.
import * as op from '../../operators/index.ts'
import type { Mutation } from '../../operators/index.ts'
import type { OrderPatch } from '../../../domain/order-draft.ts'
import type { Order } from '../../../domain/records.ts'

/** Changes what an amendment makes of the order. */
export const making = (change: (order: Order, patch: OrderPatch, amended: Amended) => Amended): Mutation =>
  op.wrap('amendment.outcome', (outcome, order, patch, amended) => ({ ...outcome, ...change(order, patch, amended) }))

export type Amended = Partial<Order>

// An order of its own for odd writes, so that what they leave is looked for there alone.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { placeOrder, type PlacedOrder } from '../steps/place-order.ts'
import { readOrder } from '../steps/order-state.ts'

type OddOrder = PlacedOrder & { read: Answered }

export const oddOrder: Scenario<OddOrder> = {
  id: 'odd-order',
  async run(context) {
    const placed = await placeOrder(context)
    return { ...placed, read: await readOrder(context, placed.id) }
  },
}

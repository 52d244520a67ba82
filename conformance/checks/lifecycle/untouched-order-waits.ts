// An order that nobody touches since its creation is in `new` for as long as the run lasts.
import { seen } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { statusOf } from '../../steps/order-state.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'lifecycle.new-order-waits-for-assignment'

export default check({
  id: 'lifecycle.untouched-order-waits',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'no-control'],
  phase: 'last',
  async run(context) {
    const { client, expect, shared } = context
    const { orders } = await shared(orderBook)
    const [first] = orders
    if (first!.status !== 'new') throw notTested('under-review-at-first')
    const order = await client.call('getOrder', { params: { order_id: first!.id } })
    // A sandbox may clear what it holds from time to time.
    if (order.response.status === 404) throw notTested('sandbox-was-cleared')
    const isMoved = await hasMovedSpontaneously(context, first!.id, 'new', statusOf(order))
    expect(rule).that(seen(order, '/status/code'), (code) => code === 'new' || isMoved, 'new')
  },
})

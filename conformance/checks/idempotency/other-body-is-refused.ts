// A key that was used with another body is refused by its own code, and nothing is placed.
import { seen } from '../../run/seen.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { check } from '../check.ts'

const refused = 'idempotency.other-body-is-409'
const code = 'idempotency.other-body-is-idempotency-key-reused'

export default check({
  id: 'idempotency.other-body-is-refused',
  verifies: [refused, code, 'idempotency.other-body-places-no-order'],
  needs: ['orders'],
  async run(context) {
    const { expect, marker } = context
    const placed = await placeOrder(context)
    const reference = marker()
    const answer = await create(context, { ...placed.body, lender_reference: reference }, { key: placed.key })
    if (expect(refused).status(answer, 409)) expect(code).equal(seen(answer, '/code'), 'idempotency_key_reused')
    const list = await ordersWithReference(context, reference)
    expect('idempotency.other-body-places-no-order').equal(seen(list, '/total'), 0)
  },
})

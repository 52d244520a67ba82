// What is sent under a key elsewhere neither uses the key up nor changes what it stands for.
import { seen } from '../../run/seen.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { check } from '../check.ts'

const rule = 'idempotency.key-scoped-to-the-endpoint'

export default check({
  id: 'idempotency.key-belongs-to-creation',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, marker, observe } = context
    const first = await placeOrder(context)
    const fresh = marker()
    const amend = (key: string) =>
      client.call('amendOrder', {
        params: { order_id: first.id },
        json: { appraiser_instructions: `Call ahead (${marker()}).` },
        headers: { 'Idempotency-Key': key },
      })
    await amend(first.key)
    await amend(fresh)
    const again = await create(context, first.body, { key: first.key })
    expect(rule).status(again, 201)
    expect(rule).equal(seen(again, '/id'), first.id)
    const body = { ...first.body, lender_reference: marker() }
    const key = marker()
    await create(context, { ...body, order_type_code: '' }, { key })
    const retried = await create(context, body, { key })
    if (retried.response.status === 201) observe('idempotency.key-after-refusal', 'forgotten', retried)
    const placed = await create(context, { ...body, lender_reference: marker() }, { key: fresh })
    expect(rule).status(placed, 201)
    expect(rule).that(seen(placed, '/id'), (id) => id !== first.id, 'an order of its own')
  },
})

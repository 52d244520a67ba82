// What is sent under a key elsewhere neither uses the key up nor changes what it stands for; another letter case is another key.
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.key-scoped-to-the-endpoint'
const accepted = 'idempotency.key-accepted-on-create'

export default check({
  id: 'idempotency.key-belongs-to-creation',
  verifies: [rule, accepted],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, marker, recordReading } = context
    const first = await placeOrder(context)
    const fresh = first.key.toUpperCase()
    const amend = (key: string) =>
      client.call('amendOrder', {
        params: { order_id: first.id },
        json: { appraiser_instructions: `Call ahead (${marker()}).` },
        headers: { 'Idempotency-Key': key },
      })
    await amend(first.key)
    await amend(fresh)
    const again = await create(context, first.body, { key: first.key })
    expect(rule).status(again, '2xx')
    expect(rule).equal(seen(again, '/id'), first.id)
    const body = { ...first.body, lender_reference: marker() }
    const key = marker()
    const spoilt = { ...body, order_type_code: 'no-such-product' }
    await create(context, spoilt, { key })
    const retried = await create(context, body, { key })
    if (succeeded(retried)) recordReading('idempotency.key-after-refusal', 'forgotten', retried)
    // What is remembered of a refusal is a whole answer.
    else await create(context, spoilt, { key })

    const place = (under: string) => create(context, { ...body, lender_reference: marker() }, { key: under })
    const placed = await place(fresh)
    const isOwn = succeeded(placed) && fieldAt(placed, '/id') !== first.id
    // A third letter case, sent nowhere yet, distinguishes a key that was used up elsewhere from one that was mistaken for the first.
    const unused = isOwn ? placed : await place(`A${first.key.slice(1)}`)
    expect(accepted).status(unused, '2xx')
    if (!succeeded(unused)) return
    expect(accepted).that(seen(unused, '/id'), (id) => id !== first.id, not(first.id))
    expect(rule).status(placed, '2xx')
    expect(rule).that(seen(placed, '/id'), (id) => id !== first.id, not(first.id))
  },
})

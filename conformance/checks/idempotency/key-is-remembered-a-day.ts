// A key stands for its order for 24 hours, and for nothing afterwards: the clock is moved to both sides of that.
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

/** More than a clock may be off. */
const twoMinutes = 120

const remembered = 'idempotency.key-remembered-24-hours'
const forgotten = 'idempotency.key-forgotten-after-24-hours'

export default check({
  id: 'idempotency.key-is-remembered-a-day',
  verifies: [remembered, forgotten],
  needs: ['orders', 'sandbox', 'time'],
  wait: {
    what: 'the day that a key is remembered',
    seconds: () => limits().idempotency_memory_seconds + twoMinutes,
    isFirst: true,
  },
  phase: 'last',
  async run(context) {
    const { client, expect, letPass, marker } = context
    // One is replayed before the day is over and one after it: a replay may begin the time again.
    const [placed, other, third] = [await placeOrder(context), await placeOrder(context), await placeOrder(context)]
    // Wherever the time begins, it does not add up: a key that was replayed at once is forgotten a day later as well.
    const atOnce = await create(context, third.body, { key: third.key })
    expect(remembered).status(atOnce, '2xx')
    expect(remembered).equal(seen(atOnce, '/id'), third.id)
    // A key stands for its order whatever became of that.
    await client.call('cancelOrder', { params: { order_id: placed.id }, json: { reason: marker() } })
    await letPass(limits().idempotency_memory_seconds - twoMinutes)
    // What sweeps out old keys runs with a create.
    await placeOrder(context)
    const again = await create(context, placed.body, { key: placed.key })
    expect(remembered).status(again, '2xx')
    expect(remembered).equal(seen(again, '/id'), placed.id)
    await letPass(2 * twoMinutes)
    const later = await create(context, other.body, { key: other.key })
    expect(forgotten).status(later, '2xx')
    expect(forgotten).that(seen(later, '/id'), (id) => id !== other.id, not(other.id))
    const changed = await create(context, { ...third.body, lender_reference: marker() }, { key: third.key })
    expect(forgotten).status(changed, '2xx')
    expect(forgotten).that(seen(changed, '/id'), (id) => id !== third.id, not(third.id))
    // From the second create on the key stands for the second order.
    if (!succeeded(later)) return
    const repeated = await create(context, other.body, { key: other.key })
    expect(remembered).status(repeated, '2xx')
    expect(remembered).equal(seen(repeated, '/id'), fieldAt(later, '/id'))
  },
})

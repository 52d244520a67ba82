// Four creates with one key and one body, sent at once, leave one order, and are answered as the first or not taken; of two with
// different bodies under another key one is taken at most.
import { atMost } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.simultaneous-creates-place-one-order'
const replayed = 'idempotency.replay-returns-201'
const refused = 'idempotency.other-body-is-409'

export default check({
  id: 'idempotency.simultaneous-creates-make-one-order',
  verifies: [rule, replayed, refused],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, recordReading, marker } = context
    const product = await pickProduct(context)
    const body = orderBody(context, product)
    const key = marker()
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(context, body, { key, unpaced: true })))
    const placed = answers.filter(succeeded)
    if (placed.length === 0) throw blocked('no-create-accepted', ...answers)
    const notTaken = answers.find((answer) => [409, 503].includes(answer.response.status))
    recordReading(
      'idempotency.simultaneous-requests',
      notTaken ? `status-${notTaken.response.status}` : 'waits',
      notTaken ?? placed[0]!,
    )
    for (const answer of placed) expect(replayed).status(answer, 201)
    const ids = new Set(placed.map((answer) => fieldAt(answer, '/id')))
    expect(rule).equal(computedFrom(ids.size, ...answers), 1)
    const list = await context.eventually(
      () => ordersWithReference(context, body.lender_reference),
      (page) => entriesAt(page, '/data').length > 0,
      context.patience.state,
    )
    expect(rule).equal(computedFrom(entriesAt(list, '/data').length, list), 1)

    const other = marker()
    const differing = await Promise.all(
      [1, 2].map(() => create(context, orderBody(context, product), { key: other, unpaced: true })),
    )
    const taken = differing.filter(succeeded).length
    expect(refused).that(computedFrom(taken, ...differing), () => taken <= 1, atMost('1 of 2'))
  },
})

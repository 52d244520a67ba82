// A key that was used with another body is refused by its own code, nothing is placed, and the key stands for what it did;
// a key that is only like it stands for another order.
import { not } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const refused = 'idempotency.other-body-is-409'
const code = 'idempotency.other-body-is-idempotency-key-reused'
const nothing = 'idempotency.other-body-places-no-order'
const original = 'idempotency.replay-returns-the-original-order'
const created = 'idempotency.replay-returns-201'
const another = 'idempotency.another-key-is-another-create'

/** As long as a UUID, which any limit lets through. */
const longKey = (marker: string): string => marker.padEnd(36, 'y')

/** Keys that differ from another in the case of their letters, and in the very last sign alone. */
const likeKeys = (key: string): string[] => [key.toUpperCase(), `${key.slice(0, -1)}x`]

export default check({
  id: 'idempotency.other-body-is-refused',
  verifies: [refused, code, nothing, original, created, another],
  needs: ['orders'],
  async run(context) {
    const { expect, marker } = context
    const notes = [{ type: 'order', text: `The gate is open until six (${marker()}).` }]
    const key = longKey(marker())
    const placed = await placeOrder(context, { change: { notes }, key })
    const { body } = placed
    const reference = marker()
    // Each differs in one thing alone: near its beginning, deeper inside, and in the case of one letter at its very end.
    const others = [
      { ...body, lender_reference: reference },
      { ...body, loan: { ...body.loan, number: `L-${marker()}` } },
      { ...body, notes: notes.map(({ type, text }) => ({ type, text: text.replace('six', 'Six') })) },
    ]
    for (const other of others) {
      const answer = await create(context, other, { key })
      if (expect(refused).status(answer, 409)) expect(code).equal(seen(answer, '/code'), 'idempotency_key_reused')
    }
    const again = await create(context, body, { key })
    expect(created).status(again, 201)
    if (again.response.status === 201) expect(original).equal(seen(again, '/id'), placed.id)
    for (const like of likeKeys(key)) {
      const other = await create(context, body, { key: like })
      if (expect(another).status(other, 201))
        expect(another).that(seen(other, '/id'), (id) => id !== placed.id, not(placed.id))
    }
    const list = await ordersWithReference(context, reference)
    expect(nothing).equal(derived(entriesAt(list, '/data').length, list), 0)
  },
})

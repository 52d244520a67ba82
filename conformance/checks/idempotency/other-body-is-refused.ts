// A key that was used with another body is refused by its own code, nothing is placed, and the key stands for what it did;
// keys that are only like it, or like each other, stand for other orders.
import { not } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { keyedCreate } from '../../scenarios/keyed-create.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const refused = 'idempotency.other-body-is-409'
const code = 'idempotency.other-body-is-idempotency-key-reused'
const nothing = 'idempotency.other-body-places-no-order'
const original = 'idempotency.replay-returns-the-original-order'
const created = 'idempotency.replay-returns-201'
const another = 'idempotency.another-key-is-another-create'

export default check({
  id: 'idempotency.other-body-is-refused',
  verifies: [refused, code, nothing, original, created, another],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { placed, reference, others, likes, again } = await shared(keyedCreate)
    for (const answer of others)
      if (expect(refused).status(answer, 409)) expect(code).equal(seen(answer, '/code'), 'idempotency_key_reused')
    const ids: unknown[] = [placed.id]
    for (const answer of likes) {
      if (!expect(another).status(answer, '2xx')) continue
      expect(another).that(seen(answer, '/id'), (id) => !ids.includes(id), not(...ids))
      const id = fieldAt(answer, '/id')
      if (id !== undefined) ids.push(id)
    }
    expect(created).status(again, 201)
    if (succeeded(again)) expect(original).equal(seen(again, '/id'), placed.id)
    const list = await ordersWithReference(context, reference)
    expect(nothing).equal(computedFrom(entriesAt(list, '/data').length, list), 0)
  },
})

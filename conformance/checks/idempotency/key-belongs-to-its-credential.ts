// A key that one credential used is new to every other, also to one of the same account.
import { not } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { fieldAt } from '../../steps/read.ts'
import type { Role } from '../../evidence/roles.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.key-scoped-to-the-credential'
const others: Role[] = ['main_second', 'other_lender']

export default check({
  id: 'idempotency.key-belongs-to-its-credential',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, has } = context
    const roles = others.filter((role) => has(role))
    if (roles.length === 0) throw notTested('no-second-client')
    const placed = await placeOrder(context)
    for (const role of roles) {
      // Another lender orders from a catalog of its own.
      const product = role === 'main_second' ? null : await pickProduct(context, { role })
      const body = product ? orderBody(context, product) : placed.body
      const answer = await create(context, body, { key: placed.key, role })
      expect(rule).status(answer, 201)
      expect(rule).that(
        derived(fieldAt(answer, '/id'), answer, placed.answer),
        (id) => id !== placed.id,
        not(placed.id),
      )
    }
  },
})

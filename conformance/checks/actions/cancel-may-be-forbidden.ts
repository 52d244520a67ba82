// A lender whom the company does not let cancel gets a refusal of its own kind, and keeps the order.
import { seen } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../../steps/read.ts'
import { statusOf } from '../../steps/order-state.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const rules = {
  status: 'actions.cancel-not-permitted-is-403',
  code: 'actions.cancel-not-permitted-has-its-code',
  leaves: 'actions.cancel-not-permitted-leaves-the-order',
}

export default check({
  id: 'actions.cancel-may-be-forbidden',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'role:no_cancel'],
  async run(context) {
    const { client, expect } = context
    const role = 'no_cancel'
    const body = orderBody(context, await pickProduct(context, { role }))
    const placed = requireSuccess(await create(context, body, { role }))
    const params = { order_id: textAt(placed, '/id') }
    // Whether an order under review can be cancelled is open.
    if (fieldAt(placed, '/status/code') === 'pending_review')
      requireSuccess(await client.call('advanceOrder', { params, role, json: { to_status: 'new' } }))
    const before = await client.call('getOrder', { params, role })
    const answer = await client.call('cancelOrder', { params, role, json: { reason: 'The sale fell through.' } })
    expect(rules.status).status(answer, 403)
    expect(rules.code).equal(seen(answer, '/code'), 'action_not_permitted_for_client')
    const after = await client.call('getOrder', { params, role })
    const [was, is] = [before, after].map(statusOf)
    const moved = await hasMovedSpontaneously(context, params.order_id, String(was), is, role)
    expect(rules.leaves).that(seen(after, '/status/code'), (code) => code === was || moved, String(was))
  },
})

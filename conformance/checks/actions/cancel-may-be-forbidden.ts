// A lender whom the company does not let cancel gets a refusal of its own kind, also once an appraiser has the order, and keeps the order.
import { seen } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from '../../steps/read.ts'
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
    const { client, expect, marker } = context
    const role = 'no_cancel'
    const body = orderBody(context, await pickProduct(context, { role }))
    const placed = requireSuccess(await create(context, body, { role }))
    const params = { order_id: textAt(placed, '/id') }
    // Whether an order under review can be cancelled is open.
    const advance = (to_status: string) => client.call('advanceOrder', { params, role, json: { to_status } })
    if (fieldAt(placed, '/status/code') === 'pending_review') requireSuccess(await advance('new'))
    const cancel = async (): Promise<boolean> => {
      const reason = `The sale fell through (${marker()}).`
      const answer = await client.call('cancelOrder', { params, role, json: { reason } })
      const isRefused = expect(rules.status).status(answer, 403)
      expect(rules.code).equal(seen(answer, '/code'), 'action_not_permitted_for_client')
      return isRefused
    }
    const isRefused = await cancel()
    const advanced = await advance('appraiser_assigned')
    // A cancelled order is not advanced, but neither is one that a simulated company has taken further.
    if (!succeeded(advanced)) {
      const after = await client.call('getOrder', { params, role })
      const [was, is] = ['new', statusOf(after)]
      const moved = await hasMovedSpontaneously(context, params.order_id, was, is, { role })
      expect(rules.leaves).that(seen(after, '/status/code'), (code) => code === was || moved, was)
      return
    }
    expect(rules.leaves).status(advanced, '2xx')
    if (isRefused) await cancel()
  },
})

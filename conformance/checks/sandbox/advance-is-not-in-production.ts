// Production has no advance: the operation that the sandbox serves answers 404 there.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'sandbox.advance-is-404-in-production'

export default check({
  id: 'sandbox.advance-is-not-in-production',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'role:production'],
  async run({ client, expect, shared }) {
    const { token, granted } = await shared(productionWalk)
    if (granted === null) throw blocked('no-production-token', token)
    const params = { order_id: (await shared(grandWalk)).orders.fresh }
    const json = { to_status: 'appraiser_assigned' }
    const answer = await client.call('advanceOrder', { params, json, role: 'production' })
    expect(rule).status(answer, 404)
  },
})

// Production has no advance: the operation that the sandbox serves answers 404 there.
import { grandTour } from '../../scenarios/grand-tour.ts'
import { productionTour } from '../../scenarios/production-tour.ts'
import { blocked } from '../../evidence/unjudged.ts'
import { check } from '../../kit/check.ts'

const rule = 'sandbox.advance-is-404-in-production'

export default check({
  id: 'sandbox.advance-is-not-in-production',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'role:production'],
  async run({ client, expect, shared }) {
    const { token, granted } = await shared(productionTour)
    if (granted === null) throw blocked('production granted no token', token)
    const params = { order_id: (await shared(grandTour)).orders.fresh }
    const json = { to_status: 'appraiser_assigned' }
    const answer = await client.call('advanceOrder', { params, json, role: 'production' })
    expect(rule).status(answer, 404)
  },
})

// Production has no advance: the operation that the sandbox serves answers 404 there.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { productionOrder } from '../../scenarios/production-order.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { blocked, Inconclusive } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const rule = 'sandbox.advance-is-404-in-production'

const target = { to_status: 'appraiser_assigned' }

/**
 * An order of production is found there: one of the run, which is cancelled by now, or another, which a body without a target leaves as
 * it is.
 */
const asked = async (context: CheckContext): Promise<{ id: string; json: object }> => {
  const { control, shared } = context
  try {
    if (control) return { id: (await shared(productionOrder)).id, json: target }
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
  const { order } = await shared(productionWalk)
  return order ? { id: order.id, json: {} } : { id: (await shared(grandWalk)).orders.fresh, json: target }
}

export default check({
  id: 'sandbox.advance-is-not-in-production',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'role:production'],
  async run(context) {
    const { client, expect, shared } = context
    const { token, granted } = await shared(productionWalk)
    if (granted === null) throw blocked('no-production-token', token)
    const { id, json } = await asked(context)
    const answer = await client.call('advanceOrder', { params: { order_id: id }, json, role: 'production' })
    expect(rule).status(answer, 404)
  },
})

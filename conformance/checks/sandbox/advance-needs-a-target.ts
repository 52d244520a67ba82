// An advance that names no status is refused as unusable, and the order stays where it is.
import { seen } from '../../evidence/seen.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const refused = 'sandbox.advance-without-to-status-refused'

export default check({
  id: 'sandbox.advance-needs-a-target',
  verifies: [refused],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, shared } = context
    const { fresh: id } = (await shared(grandWalk)).orders
    const status = String(statusOf(await readOrder(context, id)))
    const answer = await client.call('advanceOrder', { params: { order_id: id }, json: {} })
    expect(refused).status(answer, 400, 422)
    const after = await readOrder(context, id)
    const moved = await hasMovedSpontaneously(context, id, status, statusOf(after))
    expect(refused).that(seen(after, '/status/code'), (code) => code === status || moved, status)
  },
})

// An order at `off_hold` takes the advances of the status it was held in.
import { advancedTo, heldAgain } from '../../scenarios/held-again.ts'
import { seen } from '../../evidence/seen.ts'
import { statusOf } from '../../steps/order-state.ts'
import { succeeded } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const rule = 'sandbox.off-hold-advances-as-the-status-before'

export default check({
  id: 'sandbox.resumed-order-can-be-advanced',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    const { id, resumed, advanced } = await shared(heldAgain)
    const { answer, order } = advanced
    if (statusOf(resumed) !== 'off_hold') throw notTested('resume-without-off-hold')
    if (!expect(rule).status(answer, '2xx') || !succeeded(answer)) return
    const moved = await hasMovedSpontaneously(context, id, advancedTo, statusOf(order))
    expect(rule).that(seen(order, '/status/code'), (code) => code === advancedTo || moved, advancedTo)
  },
})

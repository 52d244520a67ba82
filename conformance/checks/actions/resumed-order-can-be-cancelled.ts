// An order that was held and is back in its working status can be cancelled, as if it had never been held.
import { seen } from '../../evidence/seen.ts'
import { heldOrder, whyNotHeld } from '../../scenarios/held-order.ts'
import { statusOf } from '../../steps/order-state.ts'
import { succeeded } from '../../steps/read.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'actions.cancel-accepted-once-resumed'

export default check({
  id: 'actions.resumed-order-can-be-cancelled',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect } = context
    const scenario = await shared(heldOrder)
    const { resume, settled, cancel, cancelled } = scenario
    if (!resume) throw whyNotHeld(scenario)
    if (!cancel || !cancelled || !settled) throw blocked('not-resumed', settled ?? resume)
    const shown = statusOf(cancelled)
    const isDelivered = cancel.response.status === 409 && shown === 'report_complete'
    // The company may have delivered its report meanwhile.
    if (isDelivered && (await hasMovedSpontaneously(context, scenario.id, 'new', shown)))
      throw notTested('orders-moved-on')
    if (expect(rule).status(cancel, '2xx') && succeeded(cancel))
      expect(rule).equal(seen(cancelled, '/status/code'), 'cancelled')
  },
})

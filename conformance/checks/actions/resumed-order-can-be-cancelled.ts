// An order that was held and is back in its working status can be cancelled, as if it had never been held.
import { seen } from '../../evidence/seen.ts'
import { heldOrder, notHeld } from '../../scenarios/held-order.ts'
import { succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'actions.cancel-accepted-once-resumed'

export default check({
  id: 'actions.resumed-order-can-be-cancelled',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const scenario = await shared(heldOrder)
    const { resume, settled, cancel, cancelled } = scenario
    if (!resume) throw notHeld(scenario)
    if (!cancel || !cancelled || !settled) throw blocked('not-resumed', settled ?? resume)
    if (expect(rule).status(cancel, '2xx') && succeeded(cancel))
      expect(rule).equal(seen(cancelled, '/status/code'), 'cancelled')
  },
})

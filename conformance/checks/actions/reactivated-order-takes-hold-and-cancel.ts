// An order that the company puts back in production can be held and cancelled before it has moved on.
import { check } from '../../kit/check.ts'
import { requirePort } from '../../sut/control.ts'
import { assertPassing, rulesInPassing } from '../../scenarios/assert-passing.ts'

const accepted = { hold: 'actions.hold-accepted-in-reactivated', cancel: 'actions.cancel-accepted-in-reactivated' }

export default check({
  id: 'actions.reactivated-order-takes-hold-and-cancel',
  verifies: [...Object.values(accepted), ...rulesInPassing],
  needs: ['orders', 'sandbox', 'control'],
  async run(context) {
    requirePort(context, 'moveOrder')
    await assertPassing(context, 'reactivated', accepted)
  },
})

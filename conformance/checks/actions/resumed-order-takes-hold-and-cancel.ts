// An order coming off a hold can be held and cancelled before it has moved on.
import { check } from '../../kit/check.ts'
import { assertPassing, rulesInPassing } from '../../scenarios/assert-passing.ts'

const accepted = { hold: 'actions.hold-accepted-in-off-hold', cancel: 'actions.cancel-accepted-in-off-hold' }

export default check({
  id: 'actions.resumed-order-takes-hold-and-cancel',
  verifies: [...Object.values(accepted), ...rulesInPassing],
  needs: ['orders', 'sandbox'],
  async run(context) {
    await assertPassing(context, 'off_hold', accepted)
  },
})

// A cancel is accepted in every status of an open order, and leads where it says.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [
  ...rulesOfCells('cancel', 'accepted'),
  'actions.cancel-moves-order-to-cancelled',
  'actions.cancel-raises-order-cancelled',
]

export default check({
  id: 'actions.cancel-works-while-open',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

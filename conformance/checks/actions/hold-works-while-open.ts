// A hold is accepted in every status of an open order, and leads where it says.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [
  ...rulesOfCells('hold', 'accepted'),
  'actions.hold-moves-order-to-on-hold',
  'actions.hold-raises-order-on-hold',
  'actions.hold-returns-the-status-before',
]

export default check({
  id: 'actions.hold-works-while-open',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

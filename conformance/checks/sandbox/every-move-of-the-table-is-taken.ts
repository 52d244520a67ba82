// Every move that the advance table lists is accepted, in every status, and leads where it says.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [...rulesOfCells('advance', 'accepted'), 'sandbox.advance-puts-the-order-in-to-status']

export default check({
  id: 'sandbox.every-move-of-the-table-is-taken',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

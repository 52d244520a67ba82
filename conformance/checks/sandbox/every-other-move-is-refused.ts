// Every move that the advance table does not list is refused by the book, in every status, and has no effect.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [
  ...rulesOfCells('advance', 'refused'),
  'sandbox.refused-advance-has-current-status',
  'sandbox.refused-advance-has-its-code',
  'sandbox.refused-advance-leaves-the-status',
  'sandbox.refused-advance-names-the-status-asked-for',
  'sandbox.refused-advance-raises-no-event',
]

export default check({
  id: 'sandbox.every-other-move-is-refused',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

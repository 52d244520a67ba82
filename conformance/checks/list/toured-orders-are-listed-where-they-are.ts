// Every order of the walk is listed in the status in which it was left.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const rules = ['list.order-item-agrees-with-the-order']

export default check({
  id: 'list.toured-orders-are-listed-where-they-are',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})

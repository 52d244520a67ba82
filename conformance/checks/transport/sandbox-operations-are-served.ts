// The sandbox serves the advance operation.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { isOfTheStatus } from '../../steps/order-state.ts'
import { check } from '../../kit/check.ts'

const rule = 'transport.serves-post-sandbox-advance'

export default check({
  id: 'transport.sandbox-operations-are-served',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const { answers } = await shared(grandWalk)
    const answer = answers['advanceOrder']!
    // A refusal for the status speaks of an order that has moved on its own.
    if (!isOfTheStatus(answer)) expect(rule).status(answer, '2xx')
  },
})

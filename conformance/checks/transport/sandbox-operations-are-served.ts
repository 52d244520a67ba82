// The sandbox serves the advance operation.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { check } from '../../kit/check.ts'

const rule = 'transport.serves-post-sandbox-advance'

export default check({
  id: 'transport.sandbox-operations-are-served',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const { answers } = await shared(grandWalk)
    expect(rule).status(answers['advanceOrder']!, '2xx')
  },
})

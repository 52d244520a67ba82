// A key that one credential used is new to every other, also to one of the same account.
import { not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { foreignOrders } from '../../scenarios/foreign-orders.ts'
import { fieldAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.key-scoped-to-the-credential'

export default check({
  id: 'idempotency.key-belongs-to-its-credential',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const { placed, others } = await shared(foreignOrders)
    const answers = Object.values(others)
    if (answers.length === 0) throw notTested('no-second-client')
    for (const answer of answers) {
      expect(rule).status(answer, '2xx')
      expect(rule).that(
        computedFrom(fieldAt(answer, '/id'), answer, placed.answer),
        (id) => id !== placed.id,
        not(placed.id),
      )
    }
  },
})

// An order just placed is in `new`, or in `pending_review` where the company looks at it first.
import { seen } from '../../evidence/seen.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'lifecycle.placed-order-starts-in-its-first-status',
  verifies: ['lifecycle.order-starts-in-new-or-pending-review'],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const { placed } = await shared(exampleSequence)
    expect('lifecycle.order-starts-in-new-or-pending-review').oneOf(seen(placed.answer, '/status/code'), [
      'new',
      'pending_review',
    ])
    if (placed.status === 'pending_review') recordReading('create.review-first', 'always', placed.answer)
  },
})

// The moves of the example sequence are accepted, and each puts the order in the status it names.
import { seen } from '../../evidence/seen.ts'
import { exampleSequence, movedTo, moves, type Move } from '../../scenarios/example-sequence.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const row: Record<Move, string> = {
  appraiser_assigned: 'sandbox.new-advances-to-appraiser-assigned',
  appointment_scheduled: 'sandbox.appraiser-assigned-advances-to-appointment-scheduled',
  awaiting_review: 'sandbox.appointment-scheduled-advances-to-awaiting-review',
  report_complete: 'sandbox.awaiting-review-advances-to-report-complete',
  revised_report_complete: 'sandbox.revision-requested-advances-to-revised-complete',
}

const arrives = 'sandbox.advance-puts-the-order-in-to-status'

export default check({
  id: 'sandbox.advance-moves-along-the-table',
  verifies: [
    ...Object.values(row),
    arrives,
    'transport.serves-post-sandbox-advance',
    'lifecycle.delivery-moves-to-report-complete',
    'lifecycle.revised-delivery-ends-revision-requested',
  ],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const sequence = await shared(exampleSequence)
    for (const to of moves) {
      const { answer, order } = movedTo(sequence, to)
      expect([row[to], 'transport.serves-post-sandbox-advance']).status(answer, '2xx')
      if (!succeeded(answer)) return
      expect(arrives).equal(seen(order, '/status/code'), to)
      if (to === 'report_complete')
        expect('lifecycle.delivery-moves-to-report-complete').equal(seen(order, '/status/code'), to)
      if (to === 'revised_report_complete')
        expect('lifecycle.revised-delivery-ends-revision-requested').equal(seen(order, '/status/code'), to)
    }
  },
})

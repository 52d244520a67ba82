// The moves of the example sequence are accepted, and each puts the order in the status it names.
import { not } from '../../evidence/expected.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { exampleSequence, movedTo, moves, type Move } from '../../scenarios/example-sequence.ts'
import { succeeded } from '../../steps/read.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { statusOf } from '../../steps/order-state.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const row: Record<Move, string> = {
  appraiser_assigned: 'sandbox.new-advances-to-appraiser-assigned',
  appointment_scheduled: 'sandbox.appraiser-assigned-advances-to-appointment-scheduled',
  awaiting_review: 'sandbox.appointment-scheduled-advances-to-awaiting-review',
  report_complete: 'sandbox.awaiting-review-advances-to-report-complete',
  revised_report_complete: 'sandbox.revision-requested-advances-to-revised-complete',
}

const serves = 'transport.serves-post-sandbox-advance'
const arrives = 'sandbox.advance-puts-the-order-in-to-status'

export default check({
  id: 'sandbox.advance-moves-along-the-table',
  verifies: [
    ...Object.values(row),
    arrives,
    serves,
    'lifecycle.delivery-moves-to-report-complete',
    'lifecycle.revised-delivery-ends-revision-requested',
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect } = context
    const sequence = await shared(exampleSequence)
    const { id } = sequence.placed
    for (const [index, to] of moves.entries()) {
      const { answer, order } = movedTo(sequence, to)
      const from = to === 'revised_report_complete' ? 'revision_requested' : (moves[index - 1] ?? 'new')
      if (answer.response.status === 409 && (await hasMovedSpontaneously(context, id, from, statusOf(order))))
        throw notTested(reason('status-already-left', { status: from }))
      expect(serves).that(seenStatus(answer), (status) => status !== 404 && status !== 405, not(404, 405))
      expect(row[to]).status(answer, '2xx')
      if (!succeeded(answer)) return
      const moved = await hasMovedSpontaneously(context, id, to, statusOf(order))
      const ends = [
        ...(to === 'report_complete' ? ['lifecycle.delivery-moves-to-report-complete'] : []),
        ...(to === 'revised_report_complete' ? ['lifecycle.revised-delivery-ends-revision-requested'] : []),
      ]
      expect([arrives, ...ends]).that(seen(order, '/status/code'), (code) => code === to || moved, to)
    }
  },
})

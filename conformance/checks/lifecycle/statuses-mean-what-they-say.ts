// Where a status tells of something else that the lender can see, that is to be seen as well.
import { includes, not } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { findEvent, seenEvent, type SeenEvent } from '../../steps/events-of.ts'
import { arrivedAt, exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { heldOrder } from '../../scenarios/held-order.ts'
import { statusOf } from '../../steps/order-state.ts'
import { entriesAt, succeeded } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const meaning = {
  new: 'lifecycle.status-new-keeps-its-meaning',
  assigned: 'lifecycle.status-appraiser-assigned-keeps-its-meaning',
  revisionRequested: 'lifecycle.status-revision-requested-keeps-its-meaning',
  revised: 'lifecycle.status-revised-report-complete-keeps-its-meaning',
  onHold: 'lifecycle.status-on-hold-keeps-its-meaning',
  offHold: 'lifecycle.status-off-hold-keeps-its-meaning',
  cancelled: 'lifecycle.status-cancelled-keeps-its-meaning',
  reactivated: 'lifecycle.status-reactivated-keeps-its-meaning',
}

/** An order passes through these two after something that the events tell; otherwise it is nowhere near them. */
const passes = (events: readonly SeenEvent[], status: string): boolean =>
  events.some(({ data }) => (data['status'] as { code?: unknown } | null | undefined)?.code === status)

export default check({
  id: 'lifecycle.statuses-mean-what-they-say',
  verifies: Object.values(meaning),
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const sequence = await shared(exampleSequence)
    const { created, events } = sequence
    if (statusOf(created) === 'new') expect(meaning.new).equal(seen(created, '/appraiser'), null)
    arrivedAt(sequence, 'appraiser_assigned')
    expect(meaning.assigned).equal(seenEvent(events, { type: 'order.assigned' }), 'order.assigned')
    const { answer, list } = revisionOf(sequence)
    const kinds = entriesAt(list, '/data').map(({ kind }) => kind)
    if (succeeded(answer))
      expect(meaning.revisionRequested).that(
        derived(kinds, list),
        () => kinds.includes('correction'),
        includes('correction'),
      )
    arrivedAt(sequence, 'revised_report_complete')
    const revised = { type: 'order.completed', fits: (data: Record<string, unknown>) => data['revision'] === true }
    expect(meaning.revised).equal(seenEvent(events, revised), 'order.completed')
    const { held, refused } = await shared(heldOrder)
    if (statusOf(held) === 'on_hold' && refused)
      expect(meaning.onHold).equal(seenEvent(refused.events, { type: 'order.on_hold' }), 'order.on_hold')
    if (refused)
      expect(meaning.offHold).that(
        seen(held, '/status/code'),
        (code) => code !== 'off_hold' || passes(refused.events, 'off_hold'),
        not('off_hold'),
      )
    const cancelled = await shared(cancelledOrder)
    expect(meaning.reactivated).that(
      seen(cancelled.cancelled, '/status/code'),
      (code) => code !== 'reactivated' || passes(cancelled.events, 'reactivated'),
      not('reactivated'),
    )
    if (statusOf(cancelled.cancelled) === 'cancelled')
      expect(meaning.cancelled).that(
        derived(statusOf(cancelled.cancelled), cancelled.cancelled),
        () => findEvent(cancelled.events, { type: 'order.cancelled' }) !== undefined,
        'cancelled, with an order.cancelled',
      )
    if (statusOf(created) !== 'new') throw notTested('under-review-at-first')
  },
})

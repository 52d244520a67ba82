// Where a status reports something else that the lender can see, that is to be seen as well.
import { includes, not } from '../../evidence/expected.ts'
import { computedFrom, seen, type Seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { findEvent, seenEvent, type SeenEvent } from '../../steps/events-of.ts'
import { arrivedAt, exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { heldAgain } from '../../scenarios/held-again.ts'
import { reviewedOrder } from '../../scenarios/reviewed-order.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
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
  awaiting: 'lifecycle.status-awaiting-review-keeps-its-meaning',
  rejected: 'lifecycle.status-report-rejected-for-correction-keeps-its-meaning',
  review: 'lifecycle.status-pending-review-keeps-its-meaning',
}

/** A key that is missing is read as null; that it is to be sent all the same, its own rule says. */
const expectUnset = (expect: CheckContext['expect'], rule: string, field: Seen): void =>
  void expect(rule).that(field, (value) => (value ?? null) === null, null)

/** Of an order before its first delivery: nothing of the report is there. */
const expectUndelivered = ({ expect }: CheckContext, rule: string, order: Answered): void => {
  const reports = entriesAt(order, '/documents').filter(({ kind }) => kind === 'report_pdf' || kind === 'report_data')
  expect(rule).equal(
    computedFrom(
      reports.map(({ kind }) => kind),
      order,
    ),
    [],
  )
  expectUnset(expect, rule, seen(order, '/dates/completed_at'))
}

/** An order passes through these two after something that the events show; otherwise it is nowhere near them. */
const passes = (events: readonly SeenEvent[], status: string): boolean =>
  events.some(({ data }) => (data['status'] as { code?: unknown } | null | undefined)?.code === status)

export default check({
  id: 'lifecycle.statuses-mean-what-they-say',
  verifies: Object.values(meaning),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    const sequence = await shared(exampleSequence)
    const { created, events } = sequence
    const { awaiting, revisionRequested, onHold, offHold, cancelled: ended, rejected: sentBack } = meaning
    expect([awaiting, revisionRequested, onHold, offHold, ended, sentBack]).notTested('not-reached')
    if (statusOf(created) === 'new') expectUnset(expect, meaning.new, seen(created, '/appraiser'))
    arrivedAt(sequence, 'appraiser_assigned')
    expect(meaning.assigned).equal(seenEvent(events, { type: 'order.assigned' }), 'order.assigned')
    const submitted = arrivedAt(sequence, 'awaiting_review').order
    if (statusOf(submitted) === 'awaiting_review') expectUndelivered(context, meaning.awaiting, submitted)
    const { answer: reviewed } = await shared(reviewedOrder)
    if (statusOf(reviewed) === 'pending_review') {
      expectUndelivered(context, meaning.review, reviewed)
      for (const pointer of ['/appraiser', '/dates/appointment_at'])
        expectUnset(expect, meaning.review, seen(reviewed, pointer))
    } else expect(meaning.review).notTested('nothing-reviewed')
    const { answer, list } = revisionOf(sequence)
    const kinds = entriesAt(list, '/data').map(({ kind }) => kind)
    if (succeeded(answer))
      expect(meaning.revisionRequested).that(
        computedFrom(kinds, list),
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
        computedFrom(statusOf(cancelled.cancelled), cancelled.cancelled),
        () => findEvent(cancelled.events, { type: 'order.cancelled' }) !== undefined,
        'cancelled, with an order.cancelled',
      )
    const { order: rejected } = (await shared(heldAgain)).advanced
    if (statusOf(rejected) === 'report_rejected_for_correction') expectUndelivered(context, meaning.rejected, rejected)
    if (statusOf(created) !== 'new') throw notTested('under-review-at-first')
  },
})

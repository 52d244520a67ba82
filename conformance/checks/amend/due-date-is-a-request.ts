// A due date sent by amendment is taken as a request: the order's date moves only when the company accepts it, in the list too.
import { not } from '../../evidence/expected.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { isUnusable, otherNames, refusedForItsName } from '../../steps/amend.ts'
import { expectEvent, seenInEvent } from '../../steps/events-of.ts'
import { agrees, expectItem } from '../../steps/list-beside.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { dueDateRequests } from '../../scenarios/due-date-requests.ts'
import { check } from '../../kit/check.ts'

const asked = 'amend.due-date-can-be-requested'
const waits = 'amend.due-date-waits-for-the-company'
const byLender = 'events.due-date-changed-by-request-names-the-lender'
const previous = 'events.due-date-changed-has-previous-due-date'

export default check({
  id: 'amend.due-date-is-a-request',
  verifies: [asked, waits, byLender, previous, agrees],
  needs: ['orders'],
  async run(context) {
    const { control, expect, recordReading, shared } = context
    const { id, asked: requests, listed, madeUp, past } = await shared(dueDateRequests)
    // A date that is taken later is looked at where the clock or the company can be moved.
    expect(byLender).notTested(control ? 'due-date-not-taken-at-once' : 'no-control-url')
    expect(previous).notTested('due-date-not-taken-at-once')
    for (const { answer, before, after, date } of requests) {
      if (isUnusable(answer) && refusedForItsName(answer, madeUp)) throw otherNames(answer, madeUp!)
      expect(asked).status(answer, '2xx')
      if (!succeeded(answer)) return
      const shown = seen(after, '/dates/due_date')
      const due = fieldAt(before, '/dates/due_date')
      const moved = shown.value !== due
      recordReading('amend.due-date-outcome', moved ? 'at-once' : 'later', answer, after)
      if (!moved) {
        expect(waits).equal({ ...shown, requests: [answer.id, after.id] }, due)
        continue
      }
      // A company that accepts at once still reports the outcome.
      const wanted = {
        type: 'order.due_date_changed',
        fits: (data: Record<string, unknown>) => data['due_date'] === shown.value,
      }
      const { event, events } = await expectEvent(context, { rule: waits, order: id, wanted }, answer, after)
      if (!event) continue
      // The very date asked for; another is the company's own.
      if (shown.value === date) expect(byLender).equal(seenInEvent(event, '/requested_by'), 'lender')
      // The company may have moved it in between.
      const dates = [due, ...events.filter((other) => other !== event).map(({ data }) => data['due_date'])]
      expect(previous).oneOf(seenInEvent(event, '/previous_due_date'), dates)
    }
    if (listed) await expectItem(context, listed, requests[0]!.after)
    // One in the past may be refused or passed on to the company: both are answers, and a failure is none.
    if (past === null) return
    expect(asked).that(seenStatus(past), () => past.response.status !== 500, not(500))
    if (succeeded(past)) recordReading('amend.past-due-date', 'taken-as-request', past)
    else if (past.response.status === 422) recordReading('amend.past-due-date', 'status-422', past)
  },
})

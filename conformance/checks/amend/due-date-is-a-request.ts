// A due date sent by amendment is taken as a request: the order's date moves only when the company accepts it.
import { includes, not } from '../../evidence/expected.ts'
import { derived, seen, seenStatus } from '../../evidence/seen.ts'
import { isUnusable, otherNames, refusedForItsName } from '../../steps/amend.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { dueDateRequests } from '../../scenarios/due-date-requests.ts'
import { check } from '../../kit/check.ts'

const asked = 'amend.due-date-can-be-requested'
const waits = 'amend.due-date-waits-for-the-company'

export default check({
  id: 'amend.due-date-is-a-request',
  verifies: [asked, waits],
  needs: ['orders'],
  async run(context) {
    const { expect, recordReading, shared } = context
    const { id, asked: requests, madeUp, past } = await shared(dueDateRequests)
    for (const { answer, before, after } of requests) {
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
      // Whoever accepts at once still reports the outcome.
      const outcome = {
        type: 'order.due_date_changed',
        fits: (data: Record<string, unknown>) => data['due_date'] === shown.value,
      }
      const events = await awaitEvents(context, id, outcome)
      const types = events.map((event) => event.type)
      expect(waits).that(
        derived(types, answer, after),
        () => findEvent(events, outcome) !== undefined,
        includes('order.due_date_changed'),
      )
    }
    // One in the past may be refused or passed on to the company: both are answers, and a failure is none.
    if (past === null) return
    expect(asked).that(seenStatus(past), () => past.response.status !== 500, not(500))
    if (succeeded(past)) recordReading('amend.past-due-date', 'taken-as-request', past)
    else if (past.response.status === 422) recordReading('amend.past-due-date', 'status-422', past)
  },
})

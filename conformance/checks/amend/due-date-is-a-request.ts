// A due date sent by amendment is taken as a request: the order's date moves only when the company accepts it.
import { derived, seen } from '../../run/seen.ts'
import { amend } from '../../steps/amend.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { comingDueDate } from '../../steps/order-body.ts'
import { readOrder } from '../../steps/order-state.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../check.ts'

const asked = 'amend.due-date-can-be-requested'
const waits = 'amend.due-date-waits-for-the-company'
const week = 7 * 86_400_000

export default check({
  id: 'amend.due-date-is-a-request',
  verifies: [asked, waits],
  needs: ['orders'],
  async run(context) {
    const { expect, observe, now } = context
    const { id } = await placeOrder(context)
    const before = await readOrder(context, id)
    const date = comingDueDate(now() + week)
    const { answer, after } = await amend(context, id, { due_date: date }, before)
    expect(asked).status(answer, '2xx')
    if (!succeeded(answer)) return
    const shown = seen(after, '/dates/due_date')
    const due = fieldAt(before, '/dates/due_date')
    const moved = shown.value !== due
    observe('amend.due-date-outcome', moved ? 'at-once' : 'later', answer, after)
    if (!moved) {
      expect(waits).equal({ ...shown, requests: [answer.id, after.id] }, due)
      return
    }
    // Whoever accepts at once still reports the outcome.
    const outcome = {
      type: 'order.due_date_changed',
      fits: (data: Record<string, unknown>) => data['due_date'] === shown.value,
    }
    const events = await awaitEvents(context, id, outcome)
    expect(waits).that(
      derived(
        events.map(({ type }) => type),
        answer,
        after,
      ),
      () => findEvent(events, outcome) !== undefined,
      `the date before, or an order.due_date_changed that reports ${String(shown.value)}`,
    )
  },
})

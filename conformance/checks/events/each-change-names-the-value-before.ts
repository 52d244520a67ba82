// Where the due date or the fee of an order changes more than once, each event names as the previous value what the one before led to.
import { apartMs } from '../../contract/same-instant.ts'
import { envelopeOf, orderOf } from '../../evidence/delivery.ts'
import { fieldsIn } from '../../evidence/parts.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'
import { dueDateRequests } from '../../scenarios/due-date-requests.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { byId, deliveredOf, eventsOf, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'
import { isPossible } from '../../steps/is-possible.ts'
import { fieldAt } from '../../steps/read.ts'
import { portWith } from '../../sut/control.ts'

const fiveWeeksMs = 35 * 86_400_000

const changes = [
  {
    type: 'order.due_date_changed',
    field: 'due_date',
    previous: 'previous_due_date',
    rule: 'events.due-date-changed-has-previous-due-date',
  },
  {
    type: 'order.fee_changed',
    field: 'appraisal_fee',
    previous: 'previous_appraisal_fee',
    rule: 'events.fee-changed-has-previous-appraisal-fee',
  },
] as const

/** Each event and the one of the same order before it; of two at the same moment either may have come first. */
const following = (events: readonly SeenEvent[]): [SeenEvent, SeenEvent][] => {
  const sorted = events.toSorted(byId)
  return sorted.flatMap((event, index): [SeenEvent, SeenEvent][] => {
    const before = sorted.slice(0, index).findLast(({ data }) => data['order_id'] === event.data['order_id'])
    return before && Date.parse(event.createdAt) - Date.parse(before.createdAt) > apartMs ? [[before, event]] : []
  })
}

/** A date that the company sets while another waits for it moves that of the order: the event comes to the receiver. */
const compareWithRequest = async (context: CheckContext): Promise<void> => {
  const { expect, receiver, shared, now } = context
  const port = portWith(context, 'setDueDate')
  if (!port || !receiver) return
  const { id, created } = await shared(dueDateRequests)
  const [{ type, field, previous, rule }] = changes
  const date = comingDueDate(now() + fiveWeeksMs)
  if (!(await isPossible(port.ask('POST', `/orders/${id}/due-date`, { due_date: date })))) return
  const isIt = (event: SeenEvent): boolean => event.type === type && event.data[field] === date
  const due = fieldAt(created, '/dates/due_date')
  await receiver.inbox.wait(
    (one) => orderOf(one) === id && fieldsIn(envelopeOf(one).data)[field] === date,
    context.patience.feed,
  )
  const event = deliveredOf(context, id).find(isIt)
  if (!event) return
  const shown = seenInEvent(event, `/${previous}`)
  // A request may have been accepted meanwhile, as it is in some sandboxes.
  const others = shown.value === due ? [] : await eventsOf(context, id)
  const dates = others.filter((one) => one.type === type && !isIt(one)).map(({ data }) => data[field])
  expect(rule).oneOf(shown, [due, ...dates])
}

export default check({
  id: 'events.each-change-names-the-value-before',
  verifies: changes.map(({ rule }) => rule),
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { events } = await shared(runEvents)
    for (const { type, field, previous, rule } of changes) {
      const pairs = following(events.filter((event) => event.type === type))
      if (pairs.length === 0) expect(rule).notTested('nothing-changed-twice')
      for (const [{ data }, event] of pairs) expect(rule).equal(seenInEvent(event, `/${previous}`), data[field])
    }
    await compareWithRequest(context)
  },
})

// Where the due date or the fee of an order changes more than once, each event names as the previous value what the one before led to.
import { apartMs } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { byId, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'

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

export default check({
  id: 'events.each-change-names-the-value-before',
  verifies: changes.map(({ rule }) => rule),
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { events } = await shared(runEvents)
    for (const { type, field, previous, rule } of changes) {
      const pairs = following(events.filter((event) => event.type === type))
      if (pairs.length === 0) expect(rule).notTested('nothing-changed-twice')
      for (const [{ data }, event] of pairs) expect(rule).equal(seenInEvent(event, `/${previous}`), data[field])
    }
  },
})

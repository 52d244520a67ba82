// Every change of status of every order of the run leaves the status that the events before it had led to.
import { groupBy } from '../../../reports/group-by.ts'
import { oneOf } from '../../evidence/expected.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { seenInEvent } from '../../steps/events-of.ts'
import { possiblePreviousStatuses } from '../../steps/possible-previous-statuses.ts'

const left = 'events.status-changed-previous-status-is-the-one-before'
const raised = 'events.status-changed-is-raised-by-a-visible-change'

export default check({
  id: 'events.each-change-starts-where-the-last-one-led',
  verifies: [left, raised],
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { events } = await shared(runEvents)
    const byOrder = groupBy(events, ({ data }) => data['order_id'])
    const changes = [...byOrder.values()].flatMap(possiblePreviousStatuses)
    if (changes.length === 0) throw outOfPatience('no-status-change')
    const broken = changes.filter(({ left: shown, possible }) => !possible.includes(shown))
    // What no event of the order shows was reached by a change that none reports, unless it is the wrong one elsewhere too.
    const mistaken = new Set(broken.flatMap(({ left: shown, isReported }) => (isReported ? shown : [])))
    const unreported = broken.filter(({ left: shown }) => !mistaken.has(shown))
    for (const { event, possible, left: shown } of changes)
      if (!unreported.some((one) => one.event === event))
        expect(left).that(seenInEvent(event, '/previous_status/code'), () => possible.includes(shown), oneOf(possible))
    const shownIn = (unreported.length > 0 ? unreported : changes).map(({ event }) => ({ id: event.source }))
    expect(raised).equal(computedFrom([...new Set(unreported.map(({ left: shown }) => shown))], ...shownIn), [])
  },
})

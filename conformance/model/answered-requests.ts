// Each revised report answers a request that was opened since the one before it, as the events of an order show.
import { absent } from '../evidence/expected.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { fieldsIn } from '../evidence/parts.ts'
import type { SeenEvent } from './event-patterns.ts'
import { eventRules } from './events.ts'

const requestIn = ({ data }: SeenEvent): unknown => fieldsIn(fieldsIn(data)['revision_request'])['id']

/** The requests that were opened before each revised report, and after the one before it. */
const openedBefore = (events: readonly SeenEvent[]): unknown[][] => {
  const reports: unknown[][] = []
  let opened: unknown[] = []
  for (const event of events) {
    if (event.type === 'order.revision_requested') opened.push(requestIn(event))
    if (event.type !== 'order.completed' || fieldsIn(event.data)['revision'] !== true) continue
    reports.push(opened)
    opened = []
  }
  return reports
}

/** Which of several open requests a report answers is open. */
export const judgeAnswers = (events: readonly SeenEvent[]): Assertion[] => {
  const type = 'order.revision_responded'
  const answered = new Set(
    events.flatMap((one) => (one.type === type ? fieldsIn(one.data)['revision_request_id'] : [])),
  )
  const failure = { kind: 'missing_event', key: type } as const
  return openedBefore(events)
    .filter((opened) => opened.length > 0 && opened.every((id) => typeof id === 'string'))
    .flatMap((opened) =>
      assertion(
        eventRules.responded,
        opened.some((id) => answered.has(id)),
        `${type} of ${opened.join(' or ')}`,
        absent,
        undefined,
        failure,
      ),
    )
}

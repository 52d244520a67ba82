// The delivery of a report raises `order.completed` with the report's files, and it is no revision.
import { arrivedAt, exampleSequence } from '../../steps/example-sequence.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { check } from '../check.ts'

const raised = [
  'events.completed-is-raised-by-a-delivered-report',
  'sandbox.advance-to-complete-raises-order-completed',
  'lifecycle.delivery-raises-order-completed',
]

const first = {
  type: 'order.completed',
  fits: ({ status }: Record<string, unknown>) =>
    (status as { code?: unknown } | undefined)?.code !== 'revised_report_complete',
}

export default check({
  id: 'events.delivery-raises-order-completed',
  verifies: [
    ...raised,
    'lifecycle.first-delivery-does-not-say-revision-true',
    'events.completed-revision-is-true-for-a-revised-report',
    'events.completed-report-format-is-a-known-one',
  ],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const sequence = await shared(exampleSequence)
    arrivedAt(sequence, 'report_complete')
    expect(raised).equal(seenEvent(sequence.events, first), 'order.completed')
    const event = findEvent(sequence.events, first)
    if (!event) return
    expect('lifecycle.first-delivery-does-not-say-revision-true').that(
      seenInEvent(event, '/revision'),
      (revision) => revision !== true,
      'a revision that is not true',
    )
    expect('events.completed-revision-is-true-for-a-revised-report').equal(seenInEvent(event, '/revision'), false)
    expect('events.completed-report-format-is-a-known-one').oneOf(seenInEvent(event, '/report_format'), [
      'uad_2_6',
      'uad_3_6',
    ])
  },
})

// An assignment raises `order.assigned` and, as the status changes too, `order.status_changed`.
import { instantIn } from '../../contract/instant.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { clocksApartMs } from '../../contract/clocks.ts'
import { check } from '../../kit/check.ts'

const assigned = ['events.assigned-is-raised-by-an-assignment', 'events.assigned-always-fires']

const isAssigned = (data: Record<string, unknown>): boolean =>
  (data['status'] as { code?: unknown } | undefined)?.code === 'appraiser_assigned'

const when = 'events.assigned-has-assigned-at'

export default check({
  id: 'events.assignment-raises-order-assigned',
  verifies: [...assigned, when, 'sandbox.advance-to-assigned-raises-status-changed'],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'appraiser_assigned')
    expect(assigned).equal(seenEvent(sequence.events, { type: 'order.assigned' }), 'order.assigned')
    expect('sandbox.advance-to-assigned-raises-status-changed').equal(
      seenEvent(sequence.events, { type: 'order.status_changed', fits: isAssigned }),
      'order.status_changed',
    )
    const event = findEvent(sequence.events, { type: 'order.assigned' })
    if (event)
      expect(when).that(
        seenInEvent(event, '/assigned_at'),
        (at) => !(Math.abs(instantIn(at) - instantIn(event.createdAt)) > clocksApartMs),
        `about ${event.createdAt}`,
      )
    if (event)
      recordReading('events.appraiser-shared', event.data['appraiser'] === null ? 'null-value' : 'named', answer)
  },
})

// Each move between working statuses raises `order.status_changed` with the status reached and the one before it.
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { leadsFrom, observeSkipped } from '../../steps/status-chain.ts'
import { check } from '../../kit/check.ts'

const raised = ['events.status-changed-is-raised-by-a-visible-change', 'sandbox.advance-raises-what-a-real-move-raises']
const shown = ['events.status-changed-previous-status-is-the-one-before', 'sandbox.advance-events-have-real-payloads']

const steps = [
  ['appraiser_assigned', 'appointment_scheduled'],
  ['appointment_scheduled', 'awaiting_review'],
] as const

const codeIn = (value: unknown): unknown => (value as { code?: unknown } | null | undefined)?.code

export default check({
  id: 'events.visible-moves-raise-status-changed',
  verifies: [...raised, ...shown, 'events.status-changed-status-is-the-new-one'],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect } = context
    const sequence = await shared(exampleSequence)
    for (const [from, to] of steps) {
      arrivedAt(sequence, to)
      const wanted = {
        type: 'order.status_changed',
        fits: (data: Record<string, unknown>) => codeIn(data['status']) === to,
      }
      expect([...raised, 'events.status-changed-status-is-the-new-one']).equal(
        seenEvent(sequence.events, wanted),
        'order.status_changed',
      )
      const event = findEvent(sequence.events, wanted)
      if (!event) continue
      const fits = expect(shown).that(
        seenInEvent(event, '/previous_status/code'),
        () => leadsFrom(sequence.events, event, from),
        `${from}, or a later status on the way`,
      )
      if (fits && from === 'appraiser_assigned') observeSkipped(context, event, from)
    }
  },
})

// A create raises `order.created`, whichever status the order starts in.
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { fieldIn, findEvent, seenEvent, seenInEvent, statusInEvent } from '../../steps/events-of.ts'
import { check } from '../../kit/check.ts'

const raised = 'events.created-is-raised-by-a-create'
const moment = 'events.created-status-is-of-that-moment'

export default check({
  id: 'events.create-raises-order-created',
  verifies: [raised, moment],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const { placed, events } = await shared(exampleSequence)
    const wanted = { type: 'order.created' }
    expect(raised).equal(seenEvent(events, wanted), 'order.created')
    const created = findEvent(events, wanted)
    if (!created) return
    expect(raised).equal(seenInEvent(created, '/lender_reference'), placed.body.lender_reference)
    expect(moment).equal(statusInEvent(created), placed.status)
    const alsoChanged = events.some(
      (event) => event.type === 'order.status_changed' && fieldIn(event, 'status') === placed.status,
    )
    recordReading('events.creation-also-status-changed', alsoChanged ? 'both' : 'created-only', placed.answer)
  },
})

// A create raises `order.created`, whichever status the order starts in.
import { exampleSequence } from '../../steps/example-sequence.ts'
import { seenEvent, seenInEvent, findEvent } from '../../steps/events-of.ts'
import { check } from '../check.ts'

const inNew = 'lifecycle.order-placed-in-new-raises-order-created'

export default check({
  id: 'events.create-raises-order-created',
  verifies: ['events.created-is-raised-by-a-create', 'sandbox.created-order-raises-order-created', inNew],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, observe }) {
    const { placed, events } = await shared(exampleSequence)
    const wanted = { type: 'order.created' }
    const rules = ['events.created-is-raised-by-a-create', 'sandbox.created-order-raises-order-created', inNew]
    expect(rules).equal(seenEvent(events, wanted), 'order.created')
    const created = findEvent(events, wanted)
    if (!created) return
    expect('events.created-is-raised-by-a-create').equal(
      seenInEvent(created, '/lender_reference'),
      placed.body.lender_reference,
    )
    const alsoChanged = events.some(
      ({ type, data }) => type === 'order.status_changed' && data['previous_status'] === null,
    )
    observe('events.creation-also-status-changed', alsoChanged ? 'both' : 'created-only', placed.answer)
  },
})


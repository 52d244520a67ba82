// An order that the company cannot take is cancelled with the company's reason; one that nobody touches waits in `new`.
import { seen } from '../../evidence/seen.ts'
import { awaitEvents, findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { check } from '../../kit/check.ts'

const rules = {
  moves: 'lifecycle.company-cancel-moves-to-cancelled',
  raises: 'lifecycle.company-cancel-raises-order-cancelled',
  reason: 'lifecycle.company-cancel-event-carries-a-reason',
  waits: 'lifecycle.new-order-waits-for-assignment',
}

const hour = 3_600

export default check({
  id: 'lifecycle.company-cancels-what-it-cannot-take',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'control'],
  async run(context) {
    const { control, expect, marker, recordReading, orders } = context
    const { id } = await newOrder(context)
    await control!.advanceClock(hour)
    const waiting = await readOrder(context, id)
    const assigned = statusOf(waiting) === 'new' ? [] : await awaitEvents(context, id, { type: 'order.assigned' })
    if (assigned.length > 0) recordReading('sandbox.spontaneous-moves', 'moves-automatically', waiting)
    expect(rules.waits).that(
      seen(waiting, '/status/code'),
      (status) => status === 'new' || findEvent(assigned, { type: 'order.assigned' }) !== undefined,
      'new',
    )
    const reason = `No appraiser covers the area (${marker()}).`
    await control!.ask('POST', `/orders/${id}/cancel`, { reason })
    orders.settled(id)
    expect(rules.moves).equal(seen(await readOrder(context, id), '/status/code'), 'cancelled')
    const events = await awaitEvents(context, id, { type: 'order.cancelled' })
    expect(rules.raises).equal(seenEvent(events, { type: 'order.cancelled' }), 'order.cancelled')
    const event = findEvent(events, { type: 'order.cancelled' })
    if (event) expect(rules.reason).equal(seenInEvent(event, '/reason'), reason)
  },
})

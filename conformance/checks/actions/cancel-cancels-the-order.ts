// A cancel is accepted on a new order, cancels it, and says so by an event with a reason.
import { seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const accepted = ['actions.cancel-accepted-in-new', 'transport.serves-post-cancel']
const raised = 'actions.cancel-raises-order-cancelled'

export default check({
  id: 'actions.cancel-cancels-the-order',
  verifies: [...accepted, 'actions.cancel-moves-order-to-cancelled', raised],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const { cancel, cancelled, events, reason } = await shared(cancelledOrder)
    expect(accepted).status(cancel, '2xx')
    if (!succeeded(cancel)) return
    expect('actions.cancel-moves-order-to-cancelled').equal(seen(cancelled, '/status/code'), 'cancelled')
    expect(raised).equal(seenEvent(events, { type: 'order.cancelled' }), 'order.cancelled')
    const shown = fieldAt(cancel, '/previous_status') !== undefined
    const whole = fieldAt(cancel, '/loan') !== undefined ? 'previous-status-and-more' : 'like-hold'
    recordReading('actions.cancel-response', shown ? whole : 'without-previous-status', cancel)
    // A reason that is handed on was optional or required: which, nobody has tried.
    const event = findEvent(events, { type: 'order.cancelled' })
    if (event && seenInEvent(event, '/reason').value !== reason) recordReading('actions.cancel-body', 'ignored', cancel)
  },
})

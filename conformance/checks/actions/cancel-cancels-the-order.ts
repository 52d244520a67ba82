// A cancel is accepted on a new order, cancels it, names the status before, and an event with a reason reports it; a fee that
// changes with it has its event.
import { seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { previousStatusPath } from '../../steps/previous-status-path.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const accepted = ['actions.cancel-accepted-in-new', 'transport.serves-post-cancel']
const raised = 'actions.cancel-raises-order-cancelled'
const before = 'actions.cancel-returns-the-status-before'
const charged = 'events.fee-changed-is-raised-by-a-changed-fee'

export default check({
  id: 'actions.cancel-cancels-the-order',
  verifies: [...accepted, 'actions.cancel-moves-order-to-cancelled', raised, before, charged],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect, recordReading } = context
    const { id, cancel, cancelled, newFee, events, reason } = await shared(cancelledOrder)
    expect(accepted).status(cancel, '2xx')
    if (!succeeded(cancel)) return
    expect('actions.cancel-moves-order-to-cancelled').equal(seen(cancelled, '/status/code'), 'cancelled')
    expect(raised).equal(seenEvent(events, { type: 'order.cancelled' }), 'order.cancelled')
    if (newFee) expect(charged).equal(seenEvent(events, newFee), newFee.type)
    else expect(charged).notTested('fee-stays')
    const path = previousStatusPath(cancel)
    const event = findEvent(events, { type: 'order.cancelled' })
    const moved = await hasMovedSpontaneously(context, id, 'new', fieldAt(cancel, path), { before: event })
    expect(before).that(seen(cancel, path), (code) => code === 'new' || moved, 'new')
    const isWhole = fieldAt(cancel, '/loan') !== undefined
    const shown = isWhole ? 'previous-status-and-more' : 'like-hold'
    const isGiven = fieldAt(cancel, path) !== undefined
    recordReading('actions.cancel-response', isGiven ? shown : 'without-previous-status', cancel)
    // A reason that is handed on was optional or required: which, nobody has tried.
    if (event && seenInEvent(event, '/reason').value !== reason) recordReading('actions.cancel-body', 'ignored', cancel)
  },
})

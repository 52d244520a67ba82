// A hold is accepted on a new order, puts it on hold, remembers its status, and says so by an event.
import { seen } from '../../evidence/seen.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { heldOrder } from '../../scenarios/held-order.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { isFine, secondOf } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'

const accepted = ['actions.hold-accepted-in-new', 'actions.hold-takes-a-reason', 'transport.serves-post-hold']
const raised = 'actions.hold-raises-order-on-hold'
const status = 'events.on-hold-has-status'

/** The answer may have its own, taken a moment before the order's, and the second may turn in between. */
const isAboutThen = (one: unknown, other: unknown): boolean => {
  const apart = Math.abs(Date.parse(String(one)) - Date.parse(String(other)))
  return apart < 1_000 || (apart === 1_000 && ![one, other].some(isFine))
}

export default check({
  id: 'actions.hold-puts-the-order-on-hold',
  verifies: [
    ...accepted,
    'actions.hold-moves-order-to-on-hold',
    'actions.hold-returns-the-status-before',
    'actions.hold-answer-has-status',
    raised,
    'events.on-hold-reason-is-the-one-given',
    status,
  ],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const { hold, held, reason, refused } = await shared(heldOrder)
    expect(accepted).status(hold, '2xx')
    if (!succeeded(hold)) return
    recordReading('actions.success-status', `status-${hold.response.status}`, hold)
    expect('actions.hold-moves-order-to-on-hold').equal(seen(held, '/status/code'), 'on_hold')
    expect('actions.hold-answer-has-status').equal(seen(hold, '/status/code'), 'on_hold')
    expect('actions.hold-returns-the-status-before').equal(seen(hold, '/previous_status/code'), 'new')
    const events = refused?.events ?? []
    expect(raised).equal(seenEvent(events, { type: 'order.on_hold' }), 'order.on_hold')
    const event = findEvent(events, { type: 'order.on_hold' })
    if (event) expect('events.on-hold-reason-is-the-one-given').equal(seenInEvent(event, '/reason'), reason)
    const changedAt = fieldAt(held, '/status/changed_at')
    const inAnswer = seen(hold, '/status/changed_at')
    if (typeof inAnswer.value === 'string' && typeof changedAt === 'string' && statusOf(held) === 'on_hold')
      expect('actions.hold-answer-has-status').that(
        { ...inAnswer, requests: [hold.id, held.id] },
        (at) => isAboutThen(at, changedAt),
        changedAt,
      )
    const inEvent = event && seenInEvent(event, '/status/changed_at')
    if (inEvent && typeof inEvent.value === 'string' && typeof changedAt === 'string' && statusOf(held) === 'on_hold')
      expect(status).that(
        { ...inEvent, requests: [...inEvent.requests, held.id] },
        // It may be cut to the second in one place and not in the other.
        (at) => secondOf(at) === secondOf(changedAt),
        changedAt,
      )
    const codes = events.filter(({ type }) => type === 'order.status_changed').map(({ data }) => data['status'])
    const also = codes.some((status) => (status as { code?: unknown } | null)?.code === 'on_hold')
    recordReading('events.hold-also-status-changed', also ? 'both' : 'own-event-only', hold)
  },
})

// The event of a hold shows the reason that was given with it.
import { blocked } from '../../evidence/inconclusive.ts'
import { findEvent, seenInEvent } from '../../steps/events-of.ts'
import { heldOrder, whyNotHeld } from '../../scenarios/held-order.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.on-hold-reason-is-the-one-given'

export default check({
  id: 'events.hold-carries-its-reason',
  verifies: [rule],
  needs: ['orders'],
  async run({ expect, shared }) {
    const scenario = await shared(heldOrder)
    if (!succeeded(scenario.hold)) throw whyNotHeld(scenario)
    const wanted = { type: 'order.on_hold' }
    const event = findEvent(scenario.events, wanted)
    // That an event is missing, another rule says.
    if (!event) throw blocked('no-event-of-order', scenario.hold)
    expect(rule).equal(seenInEvent(event, '/reason'), scenario.reason)
  },
})

// A resume is accepted on a held order, which goes through `off_hold` back to the status it had.
import { seen } from '../../run/seen.ts'
import { seenEvent } from '../../steps/events-of.ts'
import { heldOrder, notHeld } from '../../steps/held-order.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { wentOn } from '../../steps/unprompted.ts'
import { outOfPatience } from '../../target/unjudged.ts'
import type { Answered } from '../../target/exchange.ts'
import { check } from '../check.ts'

const accepted = ['actions.resume-accepted-in-on-hold', 'transport.serves-post-resume']
const raised = 'actions.resume-raises-order-resumed'
const back = ['actions.resume-restores-the-status-held-before', 'lifecycle.off-hold-moves-on']

const aMinute = 60

/** From the change of status that the one shows to that which the other does. */
const secondsBetween = (...orders: [Answered, Answered]): number => {
  const [from, to] = orders.map((order) => Date.parse(String(fieldAt(order, '/status/changed_at'))))
  return (to! - from!) / 1000
}

export default check({
  id: 'actions.resume-gives-the-status-back',
  verifies: [...accepted, raised, 'actions.resume-moves-order-to-off-hold', ...back],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect, observe, control } = context
    const journey = await shared(heldOrder)
    const { resume, resumed, settled, events } = journey
    if (!resume) throw notHeld(journey)
    expect(accepted).status(resume, '2xx')
    if (!succeeded(resume) || !resumed || !settled) return
    expect('actions.resume-moves-order-to-off-hold').oneOf(seen(resumed, '/status/code'), ['off_hold', 'new'])
    const rested = secondsBetween(resumed, settled)
    if (statusOf(resumed) !== 'off_hold') observe('lifecycle.off-hold-length', 'not-seen', resumed)
    else if (statusOf(settled) !== 'off_hold')
      observe('lifecycle.off-hold-length', rested < aMinute ? 'moments' : 'minutes', resumed, settled)
    const [told, whole] = [fieldAt(resume, '/status/code'), fieldAt(resume, '/loan') !== undefined]
    observe('actions.resume-response', whole ? 'whole-order' : told === undefined ? 'empty' : 'like-hold', resume)
    if (told !== undefined)
      observe('actions.resume-response-status', told === 'off_hold' ? 'off-hold' : 'working-status', resume)
    expect(raised).equal(seenEvent(events, { type: 'order.resumed' }), 'order.resumed')
    if (statusOf(settled) === 'off_hold' && !control) {
      observe('lifecycle.off-hold-length', 'minutes', settled)
      throw outOfPatience('the order was still at off_hold when the patience was up', settled)
    }
    const moved = await wentOn(context, journey.id, 'new', statusOf(settled))
    expect(back).that(seen(settled, '/status/code'), (code) => code === 'new' || moved, 'new')
  },
})

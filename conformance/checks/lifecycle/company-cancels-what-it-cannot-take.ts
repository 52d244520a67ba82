// An order that the company cannot take is cancelled with the company's reason; one that nobody touches waits in `new`, and
// one that the company put on hold the lender may resume.
import { seen } from '../../evidence/seen.ts'
import { awaitEvents, findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { act } from '../../steps/act.ts'
import { fieldAt } from '../../steps/read.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { Inconclusive } from '../../evidence/inconclusive.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const rules = {
  moves: 'lifecycle.company-cancel-moves-to-cancelled',
  raises: 'lifecycle.company-cancel-raises-order-cancelled',
  reason: 'lifecycle.company-cancel-event-carries-a-reason',
  waits: 'lifecycle.new-order-waits-for-assignment',
  resumes: 'actions.resume-accepted-in-on-hold',
}

const hour = 3_600
const minute = 60

/** The lender's resume of an order that the company puts on hold; null where it says nothing of such an order. */
const resumeOfHeld = async (context: CheckContext, id: string): Promise<Answered | null> => {
  try {
    await context.control!.ask('POST', `/orders/${id}/hold`, { reason: 'The company needs a signed order.' })
  } catch (error) {
    if (error instanceof Inconclusive) return null
    throw error
  }
  const resume = await act(context, 'resume', id, 'It is signed.')
  // Somebody else may have resumed it.
  const isOff = resume.response.status === 409 && fieldAt(resume, '/current_status') !== 'on_hold'
  return isOff ? null : resume
}

export default check({
  id: 'lifecycle.company-cancels-what-it-cannot-take',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'control'],
  // The hour ends the tokens of all credentials.
  phase: 'last',
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
    const resume = await resumeOfHeld(context, id)
    // The company may have switched it off for this lender.
    const off = resume && switchedOff(resume)
    if (resume && !off) expect(rules.resumes).status(resume, '2xx')
    else if (!off) expect(rules.resumes).notTested('not-on-hold-to-resume')
    await control!.advanceClock(minute)
    const reason = `No appraiser covers the area (${marker()}).`
    await control!.ask('POST', `/orders/${id}/cancel`, { reason })
    orders.settled(id)
    expect(rules.moves).equal(seen(await readOrder(context, id), '/status/code'), 'cancelled')
    const events = await awaitEvents(context, id, { type: 'order.cancelled' })
    expect(rules.raises).equal(seenEvent(events, { type: 'order.cancelled' }), 'order.cancelled')
    const event = findEvent(events, { type: 'order.cancelled' })
    if (event) expect(rules.reason).equal(seenInEvent(event, '/reason'), reason)
    if (off) throw off
  },
})

// An order that is worked on, or held, can be amended: an amendment leaves the work and the hold as they are, and outlasts both.
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { act, permitted } from '../../steps/act.ts'
import { advance } from '../../steps/advance.ts'
import { amend } from '../../steps/amend.ts'
import { compareLeftAlone } from '../../steps/left-alone.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const changes = 'amend.lender-reference-can-change'
const leaves = 'amend.leaves-what-it-does-not-name'
const scheduled = 'appointment_scheduled'

export default check({
  id: 'amend.work-and-hold-stay',
  verifies: [changes, leaves],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, marker, shared } = context
    const scenario = await shared(amendments)
    const { id } = await newOrder(context)
    const { answer: moved, order } = await advance(context, id, scheduled)
    requireSuccess(moved)

    const amendOnce = async (before: Answered) => {
      const mark = marker()
      const { answer, after } = await amend(context, id, { lender_reference: mark }, before)
      await compareLeftAlone(context, leaves, { before, after, requests: [answer.id, after.id] })
      return { mark, answer, after }
    }

    const isKnown = knowsNames(scenario, lenderReference)
    if (!isKnown) expect(changes).notTested('amendment-not-shown')
    const expectTaken = ({ mark, answer, after }: Awaited<ReturnType<typeof amendOnce>>, status: string): boolean => {
      if (!isKnown) return false
      if (statusOf(after) !== status) {
        expect(changes).notTested('moved-while-amended')
        return false
      }
      if (!expect(changes).status(answer, '2xx') || !succeeded(answer)) return false
      return expect(changes).equal({ ...seen(after, '/lender_reference'), requests: [answer.id, after.id] }, mark)
    }

    expectTaken(await amendOnce(order), scheduled)
    if (!succeeded(await permitted(context, 'hold', id, 'A test of amendments.')))
      return expect(leaves).notTested('moved-while-amended')
    const held = await readOrder(context, id)
    const amended = await amendOnce(held)
    if (statusOf(held) !== 'on_hold' || !expectTaken(amended, 'on_hold')) return
    // What was amended during the hold is there after it, too.
    const resume = await act(context, 'resume', id, 'The amendments are made.')
    if (!succeeded(resume)) return
    const resumed = await readOrder(context, id)
    const requests = [amended.answer.id, resume.id, resumed.id]
    expect(changes).equal({ ...seen(resumed, '/lender_reference'), requests }, amended.mark)
  },
})

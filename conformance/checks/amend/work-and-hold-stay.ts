// An order that is worked on can be amended, and an amendment leaves the work, and a hold, as they are.
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { permitted } from '../../steps/act.ts'
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

    const { mark, answer, after } = await amendOnce(order)
    if (!knowsNames(scenario, lenderReference)) expect(changes).notTested('amendment-not-shown')
    else if (statusOf(after) === scheduled) {
      expect(changes).status(answer, '2xx')
      if (succeeded(answer))
        expect(changes).equal({ ...seen(after, '/lender_reference'), requests: [answer.id, after.id] }, mark)
    } else expect(changes).notTested('moved-while-amended')

    if (succeeded(await permitted(context, 'hold', id, 'A test of amendments.')))
      await amendOnce(await readOrder(context, id))
    else expect(leaves).notTested('moved-while-amended')
  },
})

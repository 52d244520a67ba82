// An order that is worked on can be amended, and an amendment leaves the work, and a hold, as they are.
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { permitted } from '../../steps/act.ts'
import { advance } from '../../steps/advance.ts'
import { amend } from '../../steps/amend.ts'
import { eventsOf } from '../../steps/events-of.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { instantIn } from '../../contract/instant.ts'
import { check } from '../../kit/check.ts'

const changes = 'amend.lender-reference-can-change'
const leaves = 'amend.leaves-what-it-does-not-name'
const scheduled = 'appointment_scheduled'

/** What others than the lender make of an order. */
const worked = [
  '/status/code',
  '/order_number',
  '/appraiser',
  '/dates/created_at',
  '/dates/due_date',
  '/dates/appointment_at',
  '/dates/completed_at',
  '/fees',
  '/documents',
]

const isSame = (before: Answered, after: Answered): boolean =>
  worked.every((pointer) => JSON.stringify(fieldAt(before, pointer)) === JSON.stringify(fieldAt(after, pointer)))

/** A company may have gone on with its work meanwhile, which its events report. */
const hasGoneOn = async (context: CheckContext, id: string, before: Answered): Promise<boolean> => {
  const last = instantIn(fieldAt(before, '/dates/updated_at'))
  return (await eventsOf(context, id)).some(({ createdAt }) => instantIn(createdAt) > last)
}

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
      const isAlone = isSame(before, after) || !(await hasGoneOn(context, id, before))
      const requests = [answer.id, after.id]
      if (!isAlone) expect(leaves).notTested('moved-while-amended')
      else
        for (const pointer of worked)
          expect(leaves).equal({ ...seen(after, pointer), requests }, fieldAt(before, pointer))
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

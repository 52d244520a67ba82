// Once the company accepts the due date asked for last, it is the order's, which the list shows too, as is what was sent with it;
// what is no text is refused under the same name.
import { seen } from '../../evidence/seen.ts'
import { acceptDueDate } from '../../steps/accept-due-date.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { amend, sendAmendment } from '../../steps/amend.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { readOrder } from '../../steps/order-state.ts'
import { agrees, expectListed } from '../../steps/list-beside.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { isPossible } from '../../steps/is-possible.ts'
import { check } from '../../kit/check.ts'

const becomes = 'amend.accepted-due-date-becomes-the-orders'
const changes = 'amend.lender-reference-can-change'
const typed = 'errors.wrong-type-is-400-or-422'
const week = 7 * 86_400_000

export default check({
  id: 'amend.accepted-due-date-is-the-orders',
  verifies: [becomes, changes, agrees, typed],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, eventually, marker, patience, now, shared } = context
    const sent = knowsNames(await shared(amendments), lenderReference) ? { lender_reference: marker() } : {}
    const { id, answer: created } = await placeOrder(context)
    const date = comingDueDate(now() + week)
    // The later of two requests is the one that the company then accepts.
    await sendAmendment(context, id, { due_date: comingDueDate(now() + 2 * week) })
    const { answer, after } = await amend(context, id, { due_date: date, ...sent }, created)
    requireSuccess(answer)
    if (sent.lender_reference === undefined) expect(changes).notTested('amendment-not-shown')
    else
      expect(changes).equal(
        { ...seen(after, '/lender_reference'), requests: [answer.id, after.id] },
        sent.lender_reference,
      )
    if (fieldAt(after, '/dates/due_date') !== date) await acceptDueDate(context, id, date)
    const isTaken = (read: Answered): boolean => fieldAt(read, '/dates/due_date') === date
    const settled = () => eventually(() => readOrder(context, id), isTaken, patience.state)
    let order = await settled()
    // A company may answer them one after the other.
    if (!isTaken(order) && (await isPossible(acceptDueDate(context, id, date)))) order = await settled()
    expect(becomes).equal(seen(order, '/dates/due_date'), date)
    await expectListed(context, order)
    expect(typed).status(await sendAmendment(context, id, { due_date: [date] }), 400, 422)
  },
})

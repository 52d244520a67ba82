// Once the company accepts the due date asked for last, it is the order's, which the list shows too, as is what was sent with it.
// The request waits while the order is worked on, amended in something else and held. The acceptance moves `updated_at`. What is no
// text is refused under the same name. What the company declines then does not become the order's.
import { setTimeout as sleep } from 'node:timers/promises'
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { acceptDueDate } from '../../steps/accept-due-date.ts'
import { instructions, lenderReference } from '../../steps/amendable-fields.ts'
import { sendAmendment } from '../../steps/amend.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { instantIn } from '../../contract/instant.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { feeChanged } from '../../model/terms.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { readOrder } from '../../steps/order-state.ts'
import { agrees, expectItem } from '../../steps/list-beside.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { passTime } from '../../steps/pass-time.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { requirePort } from '../../sut/control.ts'
import { isPossible } from '../../steps/is-possible.ts'
import { check } from '../../kit/check.ts'

const waits = 'amend.due-date-waits-for-the-company'
const becomes = 'amend.accepted-due-date-becomes-the-orders'
const changes = 'amend.lender-reference-can-change'
const charged = 'order.appraisal-fee-is-what-the-lender-is-charged'
const moves = 'order.updated-at-moves-with-a-date'
const typed = 'errors.wrong-type-is-400-or-422'
const week = 7 * 86_400_000
const fee = '655.40'

export default check({
  id: 'amend.accepted-due-date-is-the-orders',
  verifies: [waits, becomes, changes, instructions.rule, charged, agrees, moves, typed],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, eventually, marker, patience, now, shared } = context
    const port = requirePort(context, 'acceptDueDate')
    const scenario = await shared(amendments)
    const sent = knowsNames(scenario, lenderReference) ? { lender_reference: marker() } : null
    const aside = knowsNames(scenario, instructions) ? { appraiser_instructions: `Ring twice (${marker()}).` } : null
    const { id, answer: created } = await placeOrder(context)
    const [date, later, next] = [1, 2, 3].map((weeks) => comingDueDate(now() + weeks * week)) as [
      string,
      string,
      string,
    ]
    const request = (due_date: string) => sendAmendment(context, id, { due_date })
    const say = (path: string, body: object = {}) => isPossible(port.ask('POST', `/orders/${id}/${path}`, body))
    const workOn = async (to_status: string): Promise<Answered | null> => {
      await say('move', { to_status })
      return aside && sendAmendment(context, id, aside)
    }
    // The order is looked at where it may have been answered before.
    const isAccepted = async (one: string): Promise<boolean> =>
      (await say('due-date/accept')) || isPossible(acceptDueDate(context, id, one))

    // The later of two requests is the one that the company then accepts.
    await request(later)
    const answer = requireSuccess(await sendAmendment(context, id, { due_date: date, ...sent }))
    const isPriced =
      typeof fieldAt(created, '/fees/appraisal_fee') === 'string' &&
      (await say('fee', { appraisal_fee: fee, reason: 'A longer drive.' }))
    const amended = await workOn('appraiser_assigned')
    const isHeld = await say('hold')
    const before = await readOrder(context, id)
    await passTime(context, 2)
    if (!(await isAccepted(date))) {
      // A sandbox may have declined it on its own: then it does not wait either, or waits when it is asked once more.
      if (isHeld) await say('resume')
      await request(date)
      if (!(await isAccepted(date))) throw notTested('due-date-answered-first')
      const began = performance.now()
      await request(next)
      await workOn('appraiser_accepted')
      if (await isAccepted(next)) throw notTested('due-date-answered-first')
      const order = await readOrder(context, id)
      // What waits as long with nothing in between is not declined by time: the work has ended the request.
      await request(later)
      await sleep(performance.now() - began)
      if (!(await isAccepted(later))) throw notTested('due-date-answered-first')
      expect(becomes).equal(seen(order, '/dates/due_date'), next)
      return
    }
    const isTaken = (read: Answered): boolean => fieldAt(read, '/dates/due_date') === date
    const settled = () => eventually(() => readOrder(context, id), isTaken, patience.state)
    let order = await settled()
    // A company may answer them one after the other.
    if (!isTaken(order) && (await isAccepted(date))) order = await settled()
    expect(becomes).equal(seen(order, '/dates/due_date'), date)
    const times = [before, order].map((read) => instantIn(fieldAt(read, '/dates/updated_at')))
    if (isTaken(before)) expect(moves).notTested('due-date-answered-first')
    else if (isTaken(order) && !times.some(Number.isNaN))
      expect(moves).that(
        { ...seen(order, '/dates/updated_at'), requests: [before.id, order.id] },
        () => times[1]! > times[0]!,
        `after ${String(fieldAt(before, '/dates/updated_at'))}`,
      )
    // Before the order moves on.
    await expectItem(context, await ordersWithReference(context, textAt(order, '/lender_reference')), order)
    if (isHeld) await say('resume')
    // The fee of before the assignment is the one after it, unless the company charges otherwise from then on, and says so.
    const shown = seen(order, '/fees/appraisal_fee')
    const changed = {
      type: feeChanged,
      fits: (data: Record<string, unknown>) =>
        data['appraisal_fee'] === shown.value && data['previous_appraisal_fee'] === fee,
    }
    const isOther = shown.value !== fee && findEvent(await awaitEvents(context, id, changed), changed) !== undefined
    if (!isPriced) expect(charged).notTested('no-company-event')
    else if (isOther) expect(charged).notTested('moved-while-amended')
    else expect(charged).equal(shown, fee)
    const expectShown = (rule: string, pointer: string, one: Answered | null, value: string | undefined): void => {
      if (!one || value === undefined) expect(rule).notTested('amendment-not-shown')
      else if (succeeded(one)) expect(rule).equal({ ...seen(order, pointer), requests: [one.id, order.id] }, value)
    }
    expectShown(changes, '/lender_reference', answer, sent?.lender_reference)
    expectShown(instructions.rule, '/appraiser_instructions', amended, aside?.appraiser_instructions)
    expect(typed).status(await sendAmendment(context, id, { due_date: [date] }), 400, 422)
    await request(later)
    const isWaiting = fieldAt(await readOrder(context, id), '/dates/due_date') !== later
    if (isWaiting && (await say('due-date/decline'))) {
      const declined = await readOrder(context, id)
      const accepted = {
        type: 'order.due_date_changed',
        fits: ({ due_date }: Record<string, unknown>) => due_date === later,
      }
      // A calendar may have accepted it just before: the event says so.
      const isOvertaken =
        fieldAt(declined, '/dates/due_date') === later &&
        findEvent(await awaitEvents(context, id, accepted), accepted) !== undefined
      if (isOvertaken) expect(waits).notTested('due-date-answered-first')
      else expect(waits).that(seen(declined, '/dates/due_date'), (shown) => shown !== later, not(later))
    } else expect(waits).notTested('due-date-answered-first')
  },
})

// An amendment of a cancelled order is refused with 409 and changes nothing, whatever it names.
import type { Answered } from '../../evidence/exchange.ts'
import { amendments, knownPatch } from '../../scenarios/amendments.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { isUnusable, otherNames, ownFields, refusedForItsName, sendAmendment } from '../../steps/amend.ts'
import { expectKeptDates } from '../../steps/kept-dates.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { hasReached } from '../../steps/change-events.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { check } from '../../kit/check.ts'

const refused = 'amend.closed-order-refused-with-409'
const unchanged = 'amend.refusal-leaves-the-order-unchanged'
const week = 7 * 86_400_000

export default check({
  id: 'amend.closed-order-is-refused',
  verifies: [refused, unchanged],
  needs: ['orders'],
  async run(context) {
    const { eventually, expect, marker, now, patience, recordReading, shared } = context
    const { id, cancel, upload } = await shared(cancelledOrder)
    requireSuccess(cancel)
    // A file may be there a moment late, which is a change.
    const file = upload && succeeded(upload) ? fieldAt(upload, '/id') : null
    const before = await eventually(
      () => readOrder(context, id),
      (order) => file === null || entriesAt(order, '/documents').some((document) => document['id'] === file),
      patience.state,
    )
    const left = reason('status-already-left', { status: 'cancelled' })
    if (statusOf(before) !== 'cancelled') throw notTested(left)
    const patch = { lender_reference: marker(), appraiser_instructions: `Instructions ${marker()}` }
    let answer = await sendAmendment(context, id, patch)
    const off = switchedOff(answer)
    if (off) throw off
    if (isUnusable(answer)) {
      const scenario = await shared(amendments)
      const known = knownPatch(scenario, marker())
      if (known !== null) answer = await sendAmendment(context, id, known)
      else if (refusedForItsName(answer, scenario.madeUp)) throw otherNames(answer)
    }
    // Alone, for what is kept apart from the order may be open where the order is closed.
    const alone = [
      { notes: [{ type: 'order', text: `A note ${marker()}` }] },
      { due_date: comingDueDate(now() + week) },
    ]
    const others: Answered[] = []
    for (const one of alone) others.push(await sendAmendment(context, id, one))
    // Even where a closed order takes a loan number, it takes nothing that comes with it, not of the loan either.
    const mixed = await sendAmendment(context, id, { loan: { number: marker(), client: `Client ${marker()}` } })
    const after = await readOrder(context, id)
    const answers = [answer, ...others, mixed]
    if (answers.some(succeeded) && (await hasReached(context, id, 'reactivated'))) throw notTested(left)
    for (const one of [answer, ...others.filter((other) => !isUnusable(other))]) expect(refused).status(one, 409)
    const kept = (order: Answered) => ownFields(order, ...(succeeded(mixed) ? ['/loan/number', '/loan/client'] : []))
    expect(unchanged).equal(computedFrom(kept(after), ...answers, after), kept(before))
    if (!succeeded(mixed)) await expectKeptDates(context, unchanged, id, { answer, before, after })
    const requests = [...answers.map((one) => one.id), after.id]
    const broken = succeeded(mixed) ? refused : unchanged
    expect(broken).equal({ ...seen(after, '/loan/client'), requests }, fieldAt(before, '/loan/client'))

    const code = fieldAt(answer, '/code')
    if (answer.response.status !== 409 || typeof code !== 'string') return
    const listed = code === 'action_not_allowed_in_status'
    recordReading('amend.closed-refusal-code', listed ? 'action-not-allowed-in-status' : 'another-code', answer)
  },
})

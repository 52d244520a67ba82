// An amendment of a cancelled order is refused with 409 and changes nothing.
import { amendments, knownPatch } from '../../scenarios/amendments.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { amend, isUnusable, otherNames, ownFields, refusedForItsName } from '../../steps/amend.ts'
import { expectKeptDates } from '../../steps/kept-dates.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { readOrder } from '../../steps/order-state.ts'
import { fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const refused = 'amend.closed-order-refused-with-409'
const unchanged = 'amend.refusal-leaves-the-order-unchanged'
const week = 7 * 86_400_000

export default check({
  id: 'amend.closed-order-is-refused',
  verifies: [refused, unchanged],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, now, recordReading, shared } = context
    const { id, cancel } = await shared(cancelledOrder)
    requireSuccess(cancel)
    const before = await readOrder(context, id)
    const patch = {
      lender_reference: marker(),
      appraiser_instructions: `Instructions ${marker()}`,
      notes: [{ type: 'order', text: `A note ${marker()}` }],
      due_date: comingDueDate(now() + week),
    }
    let { answer, after } = await amend(context, id, patch, before)
    if (isUnusable(answer)) {
      const scenario = await shared(amendments)
      const known = knownPatch(scenario, marker())
      if (known !== null) ({ answer, after } = await amend(context, id, known, before))
      else if (refusedForItsName(answer, scenario.madeUp)) throw otherNames(answer)
    }
    expect(refused).status(answer, 409)
    expect(unchanged).equal(derived(ownFields(after), answer, after), ownFields(before))
    await expectKeptDates(context, unchanged, id, { answer, before, after })

    // Even where a closed order takes a loan number, it takes nothing that comes with it.
    const mixed = await amend(context, id, { lender_reference: marker(), loan: { number: marker() } }, after)
    const requests = [mixed.answer.id, mixed.after.id]
    const broken = succeeded(mixed.answer) ? refused : unchanged
    expect(broken).equal({ ...seen(mixed.after, '/lender_reference'), requests }, fieldAt(after, '/lender_reference'))

    const code = fieldAt(answer, '/code')
    if (answer.response.status !== 409 || typeof code !== 'string') return
    const listed = code === 'action_not_allowed_in_status'
    recordReading('amend.closed-refusal-code', listed ? 'action-not-allowed-in-status' : 'another-code', answer)
  },
})

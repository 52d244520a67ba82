// An order just resumed refuses what the status before the hold would refuse, can be advanced, and can be cancelled.
import { seen } from '../../run/seen.ts'
import { act, permitted } from '../../steps/act.ts'
import { advance } from '../../steps/advance.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { must, succeeded } from '../../steps/read.ts'
import { settleOrder } from '../../steps/settle-order.ts'
import { passThrough } from '../../steps/transitional.ts'
import { wentOn } from '../../steps/unprompted.ts'
import { notTested } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rules = {
  resume: 'actions.resume-refused-in-off-hold',
  revision: 'revisions.refused-in-off-hold',
  outside: 'sandbox.off-hold-advances-no-other-way',
  onward: 'sandbox.off-hold-advances-as-the-status-before',
  cancel: 'actions.cancel-accepted-once-resumed',
  restores: 'actions.resume-restores-the-status-held-before',
  meaning: 'lifecycle.status-off-hold-keeps-its-meaning',
  before: 'actions.hold-returns-the-status-before',
  movesOn: 'lifecycle.off-hold-moves-on',
  appointment: 'lifecycle.appointment-scheduled-shows-appointment-at',
}

export default check({
  id: 'lifecycle.resumed-order-goes-on',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { control, expect, observe } = context
    const { id } = await newOrder(context)
    must((await advance(context, id, 'appraiser_assigned')).answer, 'no appraiser could be assigned')
    must(await permitted(context, 'hold', id, 'The borrower is away.'), 'the order could not be held')
    must(await permitted(context, 'resume', id, 'The borrower is back.'), 'the order could not be resumed')
    const passing = await passThrough(context, id, 'off_hold')
    const { resume, correction, outside, onward, moved, stillThere } = passing
    const shown = statusOf(passing.arrived) === 'off_hold'
    if (!shown) observe('lifecycle.off-hold-length', 'not-seen', passing.arrived)
    if (shown) expect(rules.meaning).oneOf(seen(passing.arrived, '/status/code'), ['off_hold'])
    for (const [rule, answer] of [
      [rules.resume, resume],
      [rules.revision, correction],
      [rules.outside, outside],
    ] as const)
      if (stillThere(answer)) expect(rule).status(answer, 409)
    if (stillThere(outside)) {
      expect(rules.onward).status(onward, '2xx')
      expect(rules.onward).equal(seen(moved, '/status/code'), 'appointment_scheduled')
    }
    const held = await act(context, 'hold', id, 'Once more.')
    const resumed = await act(context, 'resume', id, 'And on again.')
    const settled = await settleOrder(context, id)
    const rested = succeeded(held) && succeeded(resumed) && statusOf(settled) !== 'off_hold'
    const at = 'appointment_scheduled'
    const wentFurther = rested && (await wentOn(context, id, at, statusOf(settled)))
    if (rested && statusOf(moved) === at)
      expect(rules.restores).that(seen(settled, '/status/code'), (code) => code === at || wentFurther, at)
    if (succeeded(held) && statusOf(moved) === statusOf(settled))
      expect(rules.before).equal(seen(held, '/previous_status/code'), statusOf(settled))
    if (statusOf(settled) === 'appointment_scheduled')
      expect(rules.appointment).that(seen(settled, '/dates/appointment_at'), (at) => Boolean(at), 'the appointment')
    // How long it rests is open, but an hour of the company's clock is no short while.
    if (succeeded(resumed) && control)
      expect(rules.movesOn).that(seen(settled, '/status/code'), (code) => code !== 'off_hold', 'its working status')
    const cancel = await permitted(context, 'cancel', id, 'The sale fell through.')
    if (statusOf(settled) === 'appointment_scheduled') expect(rules.cancel).status(cancel, '2xx')
    const cancelled = await readOrder(context, id)
    if (cancel.response.status < 300) expect(rules.cancel).equal(seen(cancelled, '/status/code'), 'cancelled')
    if (!shown || !rested || !stillThere(outside))
      throw notTested('no look found the order held, at off_hold and back again')
  },
})

// A cancelled order that the company puts back in production passes through `reactivated` and goes on from there.
import { seen } from '../../run/seen.ts'
import { permitted } from '../../steps/act.ts'
import { advance } from '../../steps/advance.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { must } from '../../steps/read.ts'
import { settleOrder } from '../../steps/settle-order.ts'
import { passThrough } from '../../steps/transitional.ts'
import { wentOn } from '../../steps/unprompted.ts'
import { notTested } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rules = {
  meaning: 'lifecycle.status-reactivated-keeps-its-meaning',
  resume: 'actions.resume-refused-in-reactivated',
  revision: 'revisions.refused-in-reactivated',
  outside: 'sandbox.reactivated-advances-no-other-way',
  onward: 'sandbox.reactivated-advances-as-the-status-before',
  movesOn: 'lifecycle.reactivated-moves-on',
}

export default check({
  id: 'lifecycle.reactivated-order-goes-on',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'control'],
  async run(context) {
    const { control, expect, observe, orders } = context
    const { id } = await newOrder(context)
    must((await advance(context, id, 'appraiser_assigned')).answer, 'no appraiser could be assigned')
    const reactivate = async (): Promise<void> => {
      must(await permitted(context, 'cancel', id, 'The sale fell through.'), 'the order could not be cancelled')
      await control?.ask('POST', `/orders/${id}/move`, { to_status: 'reactivated' })
      orders.created(id)
    }
    await reactivate()
    const passing = await passThrough(context, id, 'reactivated')
    const { arrived, resume, correction, outside, onward, moved, stillThere } = passing
    const shown = statusOf(arrived) === 'reactivated'
    if (shown) expect(rules.meaning).equal(seen(arrived, '/status/code'), 'reactivated')
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
    await reactivate()
    let settled = await settleOrder(context, id)
    if (statusOf(settled) === 'reactivated') {
      observe('lifecycle.reactivated-length', 'until-moved', settled)
      await control?.ask('POST', `/orders/${id}/move`, { to_status: 'appraiser_assigned' })
      settled = await readOrder(context, id)
    }
    const restored = ['appointment_scheduled', 'appraiser_assigned', 'new']
    let wentFurther = false
    for (const from of restored) wentFurther ||= await wentOn(context, id, from, statusOf(settled))
    expect(rules.movesOn).that(
      seen(settled, '/status/code'),
      (code) => restored.includes(String(code)) || wentFurther,
      `one of ${restored.join(', ')}`,
    )
    if (!shown || !stillThere(outside)) throw notTested('no look found the order at reactivated')
  },
})

// A cancelled order refuses hold, resume and another cancel, and a new one refuses a resume; nothing comes of any.
import { derived } from '../../run/seen.ts'
import { cancelledOrder } from '../../steps/cancelled-order.ts'
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { blocked } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const own = {
  early: 'actions.resume-refused-in-new',
  hold: 'actions.hold-refused-in-cancelled',
  resume: 'actions.resume-refused-in-cancelled',
  cancel: 'actions.cancel-refused-in-cancelled',
}
const noEvent = 'actions.refused-action-raises-no-event-of-its-kind'
const noEffect = 'actions.repeat-has-no-second-effect'

export default check({
  id: 'actions.cancelled-order-refuses-everything',
  verifies: [
    ...new Set([...refusalRules('hold'), ...refusalRules('resume'), ...refusalRules('cancel')]),
    ...Object.values(own),
    noEvent,
    noEffect,
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { early, cancel, refused, events } = await context.shared(cancelledOrder)
    compareRefusal(context, 'resume', 'new', early, own.early)
    if (!refused) throw blocked(`the cancel was answered ${cancel.response.status}`, cancel)
    compareRefusal(context, 'hold', 'cancelled', refused.hold, own.hold)
    compareRefusal(context, 'resume', 'cancelled', refused.resume, own.resume)
    compareRefusal(context, 'cancel', 'cancelled', refused.cancel, own.cancel)
    const count = (wanted: string) => events.filter(({ type }) => type === wanted).length
    const seenCounts = { held: count('order.on_hold'), resumed: count('order.resumed') }
    context
      .expect(noEvent)
      .equal(derived(seenCounts, refused.hold.answer, refused.resume.answer), { held: 0, resumed: 0 })
    const cancels = { cancelled: count('order.cancelled') }
    context.expect([noEvent, noEffect]).equal(derived(cancels, refused.cancel.answer), { cancelled: 1 })
  },
})

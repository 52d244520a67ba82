// An order on hold refuses another hold and a cancel by the book, and neither leaves a trace.
import { derived } from '../../evidence/seen.ts'
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { heldOrder, notHeld } from '../../scenarios/held-order.ts'
import { check } from '../../kit/check.ts'

const holdAgain = 'actions.hold-refused-in-on-hold'
const cancelHeld = 'actions.cancel-refused-in-on-hold'
const noEvent = 'actions.refused-action-raises-no-event-of-its-kind'
const noEffect = 'actions.repeat-has-no-second-effect'

export default check({
  id: 'actions.held-order-refuses-hold-and-cancel',
  verifies: [
    ...new Set([...refusalRules('hold'), ...refusalRules('cancel')]),
    holdAgain,
    cancelHeld,
    noEvent,
    noEffect,
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const scenario = await context.shared(heldOrder)
    const { refused } = scenario
    if (!refused) throw notHeld(scenario)
    compareRefusal(context, 'hold', 'on_hold', refused.hold, holdAgain)
    compareRefusal(context, 'cancel', 'on_hold', refused.cancel, cancelHeld)
    const types = refused.events.map(({ type }) => type)
    const holds = types.filter((type) => type === 'order.on_hold').length
    const cancels = types.filter((type) => type === 'order.cancelled').length
    const shown = [refused.hold.answer, refused.cancel.answer]
    context.expect([noEvent, noEffect]).equal(derived({ holds }, ...shown), { holds: 1 })
    context.expect(noEvent).equal(derived({ cancels }, ...shown), { cancels: 0 })
  },
})

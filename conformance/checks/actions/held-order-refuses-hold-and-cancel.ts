// An order on hold refuses another hold and a cancel with the specified error, and neither has a side effect.
import { textOf } from '../../evidence/exchange.ts'
import { not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { heldOrder, whyNotHeld } from '../../scenarios/held-order.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const holdAgain = 'actions.hold-refused-in-on-hold'
const cancelHeld = 'actions.cancel-refused-in-on-hold'
const noEvent = 'actions.refused-action-raises-no-event-of-its-kind'
const noEffect = 'actions.repeat-has-no-second-effect'
const noKey = 'idempotency.key-means-nothing-to-other-writes'

const replayed = 'the answer to the first hold'

export default check({
  id: 'actions.held-order-refuses-hold-and-cancel',
  verifies: [
    ...new Set([...refusalRules('hold'), ...refusalRules('cancel')]),
    holdAgain,
    cancelHeld,
    noEvent,
    noEffect,
    noKey,
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const scenario = await context.shared(heldOrder)
    const { refused } = scenario
    if (!refused) throw whyNotHeld(scenario)
    compareRefusal(context, 'hold', refused.hold, holdAgain)
    // Where a hold of a held order is accepted it is answered afresh, with another status before.
    const again = refused.hold.answer
    const isReplay = succeeded(again) && textOf(again.response.body) === textOf(scenario.hold.response.body)
    const shownOf = isReplay ? replayed : again.response.status
    context.expect(noKey).that(computedFrom(shownOf, scenario.hold, again), () => !isReplay, not(replayed))
    compareRefusal(context, 'cancel', refused.cancel, cancelHeld)
    const types = refused.events.map(({ type }) => type)
    const holds = types.filter((type) => type === 'order.on_hold').length
    const cancels = types.filter((type) => type === 'order.cancelled').length
    const shown = [refused.hold.answer, refused.cancel.answer]
    context.expect([noEvent, noEffect]).equal(computedFrom({ holds }, ...shown), { holds: 1 })
    context.expect(noEvent).equal(computedFrom({ cancels }, ...shown), { cancels: 0 })
  },
})

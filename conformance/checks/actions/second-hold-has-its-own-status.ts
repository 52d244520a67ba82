// An order held without a reason, then a second time in another status, shows that status, raises events of its own, and comes back.
import { atLeast, includes, not } from '../../evidence/expected.ts'
import { advancedTo, heldAgain } from '../../scenarios/held-again.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { statusInEvent } from '../../steps/events-of.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt } from '../../steps/read.ts'
import { expectTakenAgain, statusTakenAt } from '../../steps/later-timestamp.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { notTested, outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const shown = 'actions.hold-returns-the-status-before'
const back = 'actions.resume-restores-the-status-held-before'
const bareHold = 'actions.hold-without-a-reason-accepted'
const heldThere = 'actions.hold-accepted-in-report-rejected-for-correction'
const onward = 'lifecycle.off-hold-moves-on'
const raises = {
  'order.on_hold': 'actions.hold-raises-order-on-hold',
  'order.resumed': 'actions.resume-raises-order-resumed',
}
const moment = 'events.resumed-status-is-of-that-moment'
const ownReason = 'events.on-hold-reason-is-the-one-given'

export default check({
  id: 'actions.second-hold-has-its-own-status',
  verifies: [bareHold, heldThere, shown, back, onward, ...Object.values(raises), moment, ownReason, statusTakenAt],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared, control, recordReading } = context
    const { id, bare, advanced, refused, again } = await shared(heldAgain)
    expect(bareHold).status(bare, '2xx')
    // A refusal says where the order was.
    if (refused && fieldAt(refused, '/current_status') === advancedTo) expect(heldThere).status(refused, '2xx')
    if (!again) throw notTested('not-held-again')
    const { hold, reason, resume, settled, events } = again
    expect(heldThere).status(hold, '2xx')
    for (const [type, rule] of Object.entries(raises)) {
      const own = events.filter((event) => event.type === type)
      const sources = (own.length > 0 ? own : events).map(({ source }) => ({ id: source }))
      const caused = type === 'order.on_hold' ? hold : resume
      expect(rule).that(computedFrom(own.length, caused, ...sources), () => own.length >= 2, atLeast(2))
      // A missing event shows nothing about its fields.
      if (type !== 'order.on_hold' || own.length < 2) continue
      const reasons = own.map(({ data }) => valueAt(data, '/reason'))
      expect(ownReason).that(computedFrom(reasons, hold, ...sources), () => reasons.includes(reason), includes(reason))
    }
    await expectTakenAgain(context, advanced.order, settled)
    const before = fieldAt(hold, '/previous_status/code')
    const [, ...later] = events.filter(({ type }) => type === 'order.on_hold')
    const movedBefore = await hasMovedSpontaneously(context, id, advancedTo, before, { before: later.at(-1) })
    expect(shown).that(seen(hold, '/previous_status/code'), () => before === advancedTo || movedBefore, advancedTo)
    if (statusOf(settled) === 'off_hold' && !control) {
      recordReading('lifecycle.off-hold-length', 'minutes', settled)
      throw outOfPatience('still-at-off-hold', settled)
    }
    expect(onward).that(seen(settled, '/status/code'), (code) => code !== 'off_hold', not('off_hold'))
    const held = movedBefore ? String(before) : advancedTo
    const movedAfter = await hasMovedSpontaneously(context, id, held, statusOf(settled))
    const resumed = events.filter(({ type }) => type === 'order.resumed').at(-1)
    // An order that was led astray is where the event says that it is.
    const astray = movedAfter ? [] : [statusOf(settled)]
    if (resumed) expect(moment).oneOf(statusInEvent(resumed), [...new Set(['off_hold', held, ...astray])])
    expect(back).that(seen(settled, '/status/code'), (code) => code === held || movedAfter, held)
  },
})

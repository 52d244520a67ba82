// A hold, a resume and a cancel without a body are accepted or refused, as the contract leaves open; none of them fails. What is held
// without a reason is held.
import { oneOf } from '../../evidence/expected.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { permitted, tryAct, type Action } from '../../steps/act.ts'
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { readOrder } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'

const rule = 'actions.missing-body-is-no-failure'
const stays = 'actions.cancel-refused-in-on-hold'

type Step = { action: Action; freedom: string; moved?: { rule: string; to: string } }

/** Each on what the one before it left; what it moves the order to, where the order rests there. */
const steps: Step[] = [
  {
    action: 'hold',
    freedom: 'actions.hold-without-body',
    moved: { rule: 'actions.hold-moves-order-to-on-hold', to: 'on_hold' },
  },
  { action: 'resume', freedom: 'actions.resume-without-body' },
  {
    action: 'cancel',
    freedom: 'actions.cancel-without-body',
    moved: { rule: 'actions.cancel-moves-order-to-cancelled', to: 'cancelled' },
  },
]

/** A company may have moved the order on its own meanwhile, which is a conflict. */
const refused = [400, 409, 415, 422]

export default check({
  id: 'actions.body-may-be-missing',
  verifies: [rule, stays, ...refusalRules('cancel'), ...steps.flatMap(({ moved }) => moved?.rule ?? [])],
  needs: ['orders'],
  async run(context) {
    const { expect, recordReading } = context
    const { id } = await newOrder(context)
    for (const { action, freedom, moved } of steps) {
      const bare = await permitted(context, action, id, null)
      const { status } = bare.response
      const isTaken = succeeded(bare)
      const fits = expect(rule).that(
        seenStatus(bare),
        () => isTaken || refused.includes(status),
        oneOf(['2xx', ...refused]),
      )
      if (fits && status !== 409) recordReading(freedom, isTaken ? 'accepted' : `status-${status}`, bare)
      const done = isTaken ? bare : await permitted(context, action, id, 'Sent again, with a body.')
      requireSuccess(done)
      if (!moved) continue
      const order = await readOrder(context, id)
      expect(moved.rule).equal(seen(order, '/status/code'), moved.to)
      if (action === 'hold')
        compareRefusal(
          context,
          'cancel',
          await tryAct(context, 'cancel', id, 'Held, maybe without a reason.', order),
          stays,
        )
    }
  },
})

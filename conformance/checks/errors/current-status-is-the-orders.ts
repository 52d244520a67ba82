// Where the refusal of an amendment or a revision request shows the status of the order, it shows the true one; a cancelled order is
// closed for the contacts of its borrower too.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { seen } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { isUnusable } from '../../steps/amend.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { hasReached } from '../../steps/change-events.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { notApplicable } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'errors.current-status-is-the-order-status-code'
const closedOne = 'amend.closed-order-refused-with-409'
const presence = 'revisions.refusal-has-current-status'

/** Where a revision request is taken. */
const delivered = ['report_complete', 'revised_report_complete', 'revision_requested', 'reconsideration_requested']

export default check({
  id: 'errors.current-status-is-the-orders',
  verifies: [rule, presence, closedOne],
  needs: ['orders'],
  async run(context) {
    const { client, expect, recordReading, shared } = context
    const { orders, left } = await shared(grandWalk)
    const closed = await shared(cancelledOrder)
    expect(closedOne).notTested('amendment-not-shown')
    const contacts = [{ type: 'email', role: 'home', value: 'too-late@example.com' }]
    const refusals = [
      ['createRevisionRequest', orders.fresh, left.fresh!, { kind: 'correction', reason: 'There is no report yet.' }],
      ['amendOrder', closed.id, closed.cancelled, { borrowers: [{ contacts }] }],
    ] as const
    // A company that has delivered its report meanwhile takes the request, which would be an effect on the order of other checks.
    const isWorked = !delivered.includes(String(statusOf(await readOrder(context, orders.fresh))))
    const refused = []
    for (const [operation, order_id, order, json] of isWorked ? refusals : refusals.slice(1)) {
      const answer = await client.call(operation, { params: { order_id }, json })
      const off = switchedOff(answer)
      if (off) throw off
      const isOpenAgain = succeeded(answer) && (await hasReached(context, order_id, 'reactivated'))
      if (operation === 'amendOrder' && !isUnusable(answer) && !isOpenAgain) expect(closedOne).status(answer, 409)
      refused.push({ answer, order_id, order })
    }
    if (!refused.some(({ answer }) => answer.operation === 'createRevisionRequest' && answer.response.status === 409))
      expect(presence).notTested('orders-moved-on')
    let shownStatus = 0
    for (const { answer, order_id, order } of refused) {
      if (answer.response.status !== 409) continue
      const present = typeof fieldAt(answer, '/current_status') === 'string'
      if (answer.operation === 'amendOrder')
        recordReading('errors.current-status-on-other-refusals', present ? 'present' : 'absent', answer)
      else expect(presence).equal({ value: present, requests: [answer.id, order.id] }, true)
      if (!present) continue
      shownStatus += 1
      const shown = fieldAt(answer, '/current_status')
      const moved = await hasMovedSpontaneously(context, order_id, String(statusOf(order)), shown)
      expect(rule).that(
        { ...seen(answer, '/current_status'), requests: [answer.id, order.id] },
        (status) => status === statusOf(order) || moved,
        String(statusOf(order)),
      )
    }
    if (shownStatus === 0) throw notApplicable('no-current-status')
  },
})

// Wherever an order comes to, it shows there what its moves made of it, refusals show where it is, and a held one comes back
// to where it was.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { notApplicable } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = [
  'actions.hold-answer-has-status',
  'actions.hold-returns-the-status-before',
  'actions.resume-accepted-in-on-hold',
  'actions.resume-moves-order-to-off-hold',
  'actions.resume-restores-the-status-held-before',
  'amend.closed-order-refused-with-409',
  'amend.refusal-leaves-the-order-unchanged',
  'lifecycle.appointment-scheduled-shows-appointment-at',
  'lifecycle.order-starts-in-new-or-pending-review',
  'lifecycle.report-complete-shows-documents',
  'order.appointment-at-is-null-until-set',
  'order.completed-at-is-null-until-set',
  'order.documents-are-empty-at-creation',
  'revisions.list-shows-each-request',
  'revisions.reconsideration-without-acknowledgements-is-422',
  'revisions.record-has-kind',
  'revisions.request-starts-as-submitted',
  'revisions.unacknowledged-request-leaves-the-status',
]

/** Refused amendments and revision requests need not show the status of the order. */
const whereShown = ['errors.current-status-is-the-order-status-code']

/** Shown where the requests of the order can be distinguished by their age. */
const ofRequests = ['revisions.request-completes-with-its-revised-report']

export default check({
  id: 'lifecycle.walked-orders-show-their-moves',
  verifies: [...rules, ...whereShown, ...ofRequests],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const walk = await context.shared(orderWalk)
    assertWalk(context, walk, rules, { also: [...whereShown, ...ofRequests] })
    if (!ofRequests.some((rule) => walk.has(rule))) context.expect(ofRequests).notTested('not-seen-on-walk')
    if (!whereShown.some((rule) => walk.has(rule))) throw notApplicable('no-current-status')
  },
})

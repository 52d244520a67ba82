// Wherever an order comes to, it shows there what its moves made of it, and a held one comes back to where it was.
import { orderTour } from '../../journeys/order-tour.ts'
import { tellTour } from '../../steps/tell-tour.ts'
import { check } from '../check.ts'

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

export default check({
  id: 'lifecycle.toured-orders-show-what-became-of-them',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(orderTour), rules)
  },
})

// Both kinds of revision request are accepted after delivery and on cancelled orders, and lead where they say.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('revisions.delivered-and-cancelled-orders-take-requests', [
  ...rulesOfCells('revision_request', 'accepted'),
  'revisions.correction-moves-order-to-revision-requested',
  'revisions.correction-raises-revision-requested',
  'revisions.reconsideration-moves-order-to-its-status',
  'revisions.reconsideration-raises-revision-requested',
])

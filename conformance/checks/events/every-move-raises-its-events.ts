// Every move of an order raises its events once, in every status that it can be made in.
import { walkCheck } from '../../scenarios/assert-walk.ts'

export default walkCheck('events.every-move-raises-its-events', [
  'events.created-is-raised-by-a-create',
  'events.assigned-is-raised-by-an-assignment',
  'events.status-changed-is-raised-by-a-visible-change',
  'events.completed-is-raised-by-a-delivered-report',
  'events.completed-is-raised-again-by-a-revised-report',
  'events.completed-revision-is-true-for-a-revised-report',
  'actions.resume-raises-order-resumed',
  'lifecycle.order-placed-for-review-raises-order-created',
  'sandbox.advance-to-assigned-raises-status-changed',
  'sandbox.revised-report-raises-revision-responded',
])

// A revision request is refused in every status before delivery, without effect.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('revisions.other-statuses-refuse', [
  ...rulesOfCells('revision_request', 'refused'),
  'revisions.refusal-has-current-status',
  'revisions.refused-request-leaves-the-status',
  'revisions.refused-request-makes-no-record',
  'revisions.refused-request-raises-no-event',
])

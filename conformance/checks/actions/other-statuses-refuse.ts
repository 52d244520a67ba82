// Hold, resume and cancel are refused with the specified error in every status that does not take them, without effect.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('actions.other-statuses-refuse', [
  ...['hold', 'resume', 'cancel'].flatMap((action) => rulesOfCells(action, 'refused')),
  'actions.cancel-refusal-has-current-status',
  'actions.cancel-refusal-has-its-code',
  'actions.hold-refusal-has-current-status',
  'actions.hold-refusal-has-its-code',
  'actions.refusal-detail-code-is-current-status',
  'actions.refusal-detail-field-is-status',
  'actions.refusal-detail-value-is-the-current-status',
  'actions.refusal-has-a-details-entry',
  'actions.refused-action-raises-no-event-of-its-kind',
  'actions.refused-cancel-leaves-the-status',
  'actions.refused-hold-leaves-the-status',
  'actions.refused-resume-leaves-the-status',
  'actions.repeat-has-no-second-effect',
  'actions.resume-refusal-has-current-status',
  'actions.resume-refusal-has-its-code',
])

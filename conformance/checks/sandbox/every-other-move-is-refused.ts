// Every move that the advance table does not list is refused with the specified error, in every status, and has no effect.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('sandbox.every-other-move-is-refused', [
  ...rulesOfCells('advance', 'refused'),
  'sandbox.refused-advance-has-current-status',
  'sandbox.refused-advance-has-its-code',
  'sandbox.refused-advance-leaves-the-status',
  'sandbox.refused-advance-names-the-status-asked-for',
  'sandbox.refused-advance-raises-no-event',
])

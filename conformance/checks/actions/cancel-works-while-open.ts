// A cancel is accepted in every status of an open order, and leads where it says.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('actions.cancel-works-while-open', [
  ...rulesOfCells('cancel', 'accepted'),
  'actions.cancel-moves-order-to-cancelled',
  'actions.cancel-raises-order-cancelled',
])

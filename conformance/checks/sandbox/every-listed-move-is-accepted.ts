// Every move that the advance table lists is accepted, in every status, and leads where it says.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('sandbox.every-listed-move-is-accepted', [
  ...rulesOfCells('advance', 'accepted'),
  'sandbox.advance-puts-the-order-in-to-status',
])

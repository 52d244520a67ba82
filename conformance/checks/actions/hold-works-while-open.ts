// A hold is accepted in every status of an open order, and leads where it says.
import { walkCheck } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'

export default walkCheck('actions.hold-works-while-open', [
  ...rulesOfCells('hold', 'accepted'),
  'actions.hold-moves-order-to-on-hold',
  'actions.hold-raises-order-on-hold',
  'actions.hold-returns-the-status-before',
])

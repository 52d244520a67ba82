// Every order of the walk is listed in the status in which it was left.
import { walkCheck } from '../../scenarios/assert-walk.ts'

export default walkCheck('list.walked-orders-are-listed-by-status', ['list.order-item-agrees-with-the-order'])

// Every move of an order raises its events once, in every status that it can be made in.
import { rulesOfRaised } from '../../model/events.ts'
import { walkCheck } from '../../scenarios/assert-walk.ts'

export default walkCheck('events.every-move-raises-its-events', rulesOfRaised())

// POST /clock/freeze: domain time stands still until it is unfrozen.
import { controlOperation } from '../operation.ts'
import { showTime } from '../../company/show.ts'

export const freezeClock = controlOperation({
  id: 'freezeClock',
  method: 'post',
  path: '/clock/freeze',
  handle: ({ services }) => {
    services.clock.freeze()
    return showTime(services)
  },
})

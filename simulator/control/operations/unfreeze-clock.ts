// POST /clock/unfreeze: domain time goes on from the instant that it shows.
import { controlOperation } from '../operation.ts'
import { showTime } from '../../company/show.ts'

export const unfreezeClock = controlOperation({
  id: 'unfreezeClock',
  method: 'post',
  path: '/clock/unfreeze',
  handle: ({ services }) => {
    services.clock.unfreeze()
    return showTime(services)
  },
})

// POST /clock/hold: domain time stands still for a moment, so that what is made meanwhile has one age.
import { controlOperation } from '../operation.ts'
import { now } from '../../company/show.ts'

export const holdClock = controlOperation({
  id: 'holdClock',
  method: 'post',
  path: '/clock/hold',
  body: 'required',
  handle: async ({ services, body }) => {
    await services.clock.hold((body as { milliseconds: number }).milliseconds)
    return { now: now(services) }
  },
})

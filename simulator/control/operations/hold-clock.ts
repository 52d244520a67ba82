// POST /clock/hold: domain time stands still for a moment, so that what is made meanwhile has one age.
import { setTimeout as sleep } from 'node:timers/promises'
import { controlOperation } from '../operation.ts'
import { now } from '../show.ts'

export const holdClock = controlOperation({
  id: 'holdClock',
  method: 'post',
  path: '/clock/hold',
  body: 'required',
  handle: async ({ services, body }) => {
    const { clock } = services
    const { milliseconds } = body as { milliseconds: number }
    // While an advance waits for what fell due, the clock shows the instant at which it did.
    clock.at(clock.now(), 'hold', 'clock', async () => {
      await sleep(milliseconds)
      return undefined
    })
    await clock.advance(clock.now())
    return { now: now(services) }
  },
})

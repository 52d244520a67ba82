// POST /clock/advance: moves domain time forward and answers with what fired on the way.
import { controlOperation } from '../operation.ts'
import { now } from '../show.ts'

export const advanceClock = controlOperation({
  id: 'advanceClock',
  method: 'post',
  path: '/clock/advance',
  body: 'required',
  handle: async ({ services, body }) => {
    const { clock, store } = services
    const { seconds = 0, to } = body as { seconds?: number; to?: string }
    const fired = await clock.advance(to === undefined ? clock.now() + seconds * 1000 : Date.parse(to))
    await store.flush()
    return { now: now(services), fired }
  },
})

// POST /reset: everything as it was at the start, but for the clock.
import { controlOperation } from '../operation.ts'
import { now } from '../../company/show.ts'

export const resetWorld = controlOperation({
  id: 'resetWorld',
  method: 'post',
  path: '/reset',
  handle: async ({ services, reset }) => {
    await reset()
    return { now: now(services) }
  },
})

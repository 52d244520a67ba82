// GET /clock: the domain clock, and what it will run.
import { controlOperation } from '../operation.ts'
import { showTime } from '../../company/show.ts'

export const getClock = controlOperation({
  id: 'getClock',
  method: 'get',
  path: '/clock',
  query: true,
  handle: ({ services, query }) => {
    const { until } = query as { until?: string }
    const upcoming = services.clock.upcoming(until === undefined ? undefined : Date.parse(until))
    return { ...showTime(services), upcoming }
  },
})

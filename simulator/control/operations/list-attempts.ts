// GET /events/{event_id}/attempts: what was sent and what came back, attempt by attempt.
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'
import { showAttempt } from '../../company/show.ts'

export const listAttempts = controlOperation({
  id: 'listAttempts',
  method: 'get',
  path: '/events/{event_id}/attempts',
  handle: ({ services, params }) => {
    const id = params['event_id']!
    const attempts = services.outbox.attemptsOf(id)
    if (attempts.length === 0 && !services.store.events.get(id)) throw absent('event', id, 'GET /events')
    return { data: attempts.map(showAttempt) }
  },
})

// POST /events/{event_id}/redeliver: one more attempt now, outside the schedule.
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'
import { showAttempt } from '../../company/show.ts'

export const redeliverEvent = controlOperation({
  id: 'redeliverEvent',
  method: 'post',
  path: '/events/{event_id}/redeliver',
  handle: async ({ services, params }) => {
    const id = params['event_id']!
    if (!services.store.events.get(id)) throw absent('event', id, 'GET /events')
    const attempt = await services.outbox.redeliver(id)
    await services.store.flush()
    return { attempt: showAttempt(attempt) }
  },
})

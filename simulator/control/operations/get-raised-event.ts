// GET /events/{event_id}: one event, however old.
import { absent, ownerOf } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

export const getRaisedEvent = controlOperation({
  id: 'getRaisedEvent',
  method: 'get',
  path: '/events/{event_id}',
  handle: ({ services, params }) => {
    const id = params['event_id']!
    const event = services.store.events.get(id)
    if (!event) throw absent('event', id, 'GET /events')
    return { ...services.behaviour.present.event(event), ...ownerOf(event) }
  },
})

// POST /clients/{client_id}/revoke: the credential and its tokens stop working at this moment.
import { Refusal } from '../../domain/refusal.ts'
import { findClient } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { showClient } from '../../company/show.ts'

export const revokeClient = controlOperation({
  id: 'revokeClient',
  method: 'post',
  path: '/clients/{client_id}/revoke',
  handle: async ({ services, params }) => {
    const client = findClient(services, params['client_id']!)
    if (client.revoked_at !== null) {
      throw new Refusal('conflict', `${client.id} has been revoked already; name another client.`, { status: 409 })
    }
    const revoked = { ...client, revoked_at: services.clock.now() }
    services.store.clients.put(revoked)
    await services.store.flush()
    return showClient(revoked)
  },
})

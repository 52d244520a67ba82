// POST /clients/{client_id}/rotate: a second credential beside the first; both work until one is revoked.
import { Refusal } from '../../domain/refusal.ts'
import { findClient } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { issue } from './issue-client.ts'

export const rotateClient = controlOperation({
  id: 'rotateClient',
  method: 'post',
  path: '/clients/{client_id}/rotate',
  status: 201,
  handle: ({ services, params }) => {
    const client = findClient(services, params['client_id']!)
    if (client.revoked_at === null) return issue(services, client)
    throw new Refusal(
      'conflict',
      `${client.id} is revoked and cannot be rotated; issue a credential by POST /clients.`,
      {
        status: 409,
      },
    )
  },
})

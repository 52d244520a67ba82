// POST /tokens: an access token with a life of any length, to test expiry and revocation without waiting.
import { mintToken } from '../../http/authenticate.ts'
import { findClient } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'

export const issueToken = controlOperation({
  id: 'issueToken',
  method: 'post',
  path: '/tokens',
  status: 201,
  body: 'required',
  handle: ({ services, body }) => {
    const { client_id, expires_in } = body as { client_id: string; expires_in: number }
    const { behaviour, clock } = services
    const token = mintToken(services, findClient(services, client_id), clock.now() + expires_in * 1000)
    return { ...behaviour.tokens.response(token), expires_in }
  },
})

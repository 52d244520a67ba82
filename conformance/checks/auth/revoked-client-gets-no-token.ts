// A revoked client gets no token.
import { grant } from '../../journeys/main-tokens.ts'
import { seen } from '../../run/seen.ts'
import { form } from '../../target/tokens.ts'
import { check } from '../check.ts'

const status = 'auth.revoked-client-gets-no-token'
const error = 'auth.token-revoked-client-has-its-error'

export default check({
  id: 'auth.revoked-client-gets-no-token',
  verifies: [status, error],
  needs: ['role:revoked'],
  async run({ client, expect, secretOf, observe, profile }) {
    const { client_id, client_secret } = secretOf('revoked')
    const environment = profile.credentials.revoked!.environment
    const request = form({ ...grant, client_id, client_secret })
    const answer = await client.call('requestToken', { token: null, environment, ...request })
    expect(status).status(answer, 401)
    expect(status).equal(seen(answer, '/access_token'), undefined)
    const told = expect(error).oneOf(seen(answer, '/error'), ['invalid_client', 'client_revoked'])
    if (told) {
      const reading = seen(answer, '/error').value === 'invalid_client' ? 'invalid-client' : 'client-revoked'
      observe('auth.revoked-client-at-token-endpoint', reading, answer)
    }
  },
})

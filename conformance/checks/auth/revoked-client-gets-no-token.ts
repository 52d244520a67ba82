// A revoked client gets no token.
import { revokedGrant } from '../../journeys/revoked-grant.ts'
import { seen } from '../../run/seen.ts'
import { check } from '../check.ts'

const status = 'auth.revoked-client-gets-no-token'
const error = 'auth.token-revoked-client-has-its-error'

export default check({
  id: 'auth.revoked-client-gets-no-token',
  verifies: [status, error],
  needs: ['role:revoked'],
  async run({ expect, shared, observe }) {
    const answer = await shared(revokedGrant)
    expect(status).status(answer, 401)
    expect(status).equal(seen(answer, '/access_token'), undefined)
    const told = expect(error).oneOf(seen(answer, '/error'), ['invalid_client', 'client_revoked'])
    if (told) {
      const reading = seen(answer, '/error').value === 'invalid_client' ? 'invalid-client' : 'client-revoked'
      observe('auth.revoked-client-at-token-endpoint', reading, answer)
    }
  },
})

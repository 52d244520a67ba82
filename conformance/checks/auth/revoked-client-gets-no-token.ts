// A revoked client gets no token.
import { basicForm } from '../../scenarios/main-tokens.ts'
import { revokedGrant } from '../../scenarios/revoked-grant.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const status = 'auth.revoked-client-gets-no-token'
const error = 'auth.token-revoked-client-has-its-error'

export default check({
  id: 'auth.revoked-client-gets-no-token',
  verifies: [status, error],
  needs: ['role:revoked'],
  async run({ client, expect, profile, shared }) {
    const answer = await shared(revokedGrant)
    expect(status).status(answer, 401)
    expect(status).equal(seen(answer, '/access_token'), undefined)
    expect(error).equal(seen(answer, '/error'), 'invalid_client')
    const { client_id, client_secret, environment } = profile.credentials.revoked!
    const pair = basicForm(encodeURIComponent(client_id), encodeURIComponent(client_secret))
    const byBasic = await client.call('requestToken', { token: null, environment, ...pair })
    // Whether it understands the header at all is another rule's.
    expect(status).that(
      seenStatus(byBasic),
      () => seen(byBasic, '/access_token').value === undefined && !succeeded(byBasic),
      '4xx',
    )
  },
})

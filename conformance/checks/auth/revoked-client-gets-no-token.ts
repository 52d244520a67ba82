// A revoked client gets no token.
import { inEachForm } from '../../scenarios/main-tokens.ts'
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
    const [, ...otherForms] = inEachForm(client_id, client_secret)
    for (const form of otherForms) {
      const other = await client.call('requestToken', { token: null, environment, ...form })
      // Whether it understands the form at all is another rule's.
      expect(status).that(
        seenStatus(other),
        () => seen(other, '/access_token').value === undefined && !succeeded(other),
        '4xx',
      )
    }
  },
})

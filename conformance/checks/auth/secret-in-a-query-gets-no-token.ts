// Client id and secret in the query string of a token request are no credential.
import { grant } from '../../scenarios/main-tokens.ts'
import { seen } from '../../evidence/seen.ts'
import { form } from '../../sut/tokens.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.credentials-in-a-query-string-get-no-token'

export default check({
  id: 'auth.secret-in-a-query-gets-no-token',
  verifies: [rule],
  // The address may be logged on its way: a secret of a sandbox may be, one of production is not sent so.
  needs: ['sandbox'],
  async run({ client, expect, secretOf, environment }) {
    const { client_id, client_secret } = secretOf('main')
    const query = { client_id, client_secret }
    const answer = await client.call('requestToken', { token: null, environment, query, ...form(grant) })
    expect(rule).status(answer, '4xx')
    expect(rule).equal(seen(answer, '/access_token'), undefined)
  },
})

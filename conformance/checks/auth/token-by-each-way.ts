// A token is granted by form, by JSON and by a Basic header, and says what it is and how long it lives.
import { seen } from '../../run/seen.ts'
import type { CallOptions } from '../../target/call.ts'
import { form } from '../../target/tokens.ts'
import { check } from '../check.ts'

const grant = { grant_type: 'client_credentials' }

const waysOf = (client_id: string, client_secret: string): [rule: string, options: CallOptions][] => {
  const basic = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString('base64')
  const bare = form(grant)
  return [
    ['auth.token-request-takes-form-encoding', form({ ...grant, client_id, client_secret })],
    ['auth.token-request-takes-json', { json: { ...grant, client_id, client_secret } }],
    [
      'auth.token-request-takes-basic-header-with-form',
      { ...bare, headers: { ...bare.headers, Authorization: `Basic ${basic}` } },
    ],
  ]
}

export default check({
  id: 'auth.token-by-each-way',
  verifies: [
    'auth.token-request-takes-form-encoding',
    'auth.token-request-takes-json',
    'auth.token-request-takes-basic-header-with-form',
    'auth.token-request-needs-no-bearer-token',
    'auth.token-type-is-bearer',
    'auth.expires-in-is-3600',
    'auth.scope-is-lender',
    'auth.no-refresh-token-is-issued',
    'transport.serves-post-oauth-token',
  ],
  needs: [],
  async run({ client, expect, secretOf, environment }) {
    const { client_id, client_secret } = secretOf('main')
    for (const [rule, options] of waysOf(client_id, client_secret)) {
      const answer = await client.call('requestToken', { token: null, environment, ...options })
      expect([rule, 'auth.token-request-needs-no-bearer-token', 'transport.serves-post-oauth-token']).status(
        answer,
        200,
      )
      if (answer.response.status !== 200) continue
      expect('auth.token-type-is-bearer').that(
        seen(answer, '/token_type'),
        (type) => String(type).toLowerCase() === 'bearer',
        'Bearer',
      )
      expect('auth.expires-in-is-3600').equal(seen(answer, '/expires_in'), 3600)
      expect('auth.scope-is-lender').that(
        seen(answer, '/scope'),
        (scope) => String(scope).split(' ').includes('lender'),
        'lender',
      )
      expect('auth.no-refresh-token-is-issued').equal(seen(answer, '/refresh_token'), undefined)
    }
  },
})

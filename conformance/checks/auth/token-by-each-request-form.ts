// A token is granted by form, by JSON and by a Basic header, says what it is and how long it is valid, and needs no token.
import { ofType } from '../../evidence/expected.ts'
import { mainTokens, type TokenRequest } from '../../scenarios/main-tokens.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const granted: Record<TokenRequest, string> = {
  form: 'auth.token-request-takes-form-encoding',
  json: 'auth.token-request-takes-json',
  basic: 'auth.token-request-takes-basic-header-with-form',
}

const is200 = 'auth.token-response-is-200'
const always = ['auth.token-request-needs-no-bearer-token', 'transport.serves-post-oauth-token']

export default check({
  id: 'auth.token-by-each-request-form',
  verifies: [
    ...Object.values(granted),
    ...always,
    is200,
    'auth.access-token-is-a-string',
    'auth.token-type-is-bearer',
    'auth.expires-in-is-3600',
    'auth.scope-is-lender',
    'auth.no-refresh-token-is-issued',
  ],
  needs: [],
  async run({ shared, expect }) {
    for (const { form, answer } of await shared(mainTokens)) {
      const isGranted = expect(form === 'form' ? [granted.form, ...always] : granted[form]).status(answer, '2xx')
      if (isGranted || form === 'form') expect(is200).status(answer, 200)
      if (!isGranted) continue
      const isText = (value: unknown) => typeof value === 'string' && value !== ''
      expect('auth.access-token-is-a-string').that(seen(answer, '/access_token'), isText, ofType(['string']))
      expect('auth.token-type-is-bearer').that(
        seen(answer, '/token_type'),
        (type) => String(type).toLowerCase() === 'bearer',
        'Bearer',
      )
      expect('auth.expires-in-is-3600').equal(seen(answer, '/expires_in'), limits().access_token_lifetime_seconds)
      expect('auth.scope-is-lender').equal(seen(answer, '/scope'), 'lender')
      expect('auth.no-refresh-token-is-issued').equal(seen(answer, '/refresh_token'), undefined)
    }
  },
})

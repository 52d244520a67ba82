// Each unusable token request is refused with its status and its word, in the form of RFC 6749, and gets no token.
import { ofType } from '../../evidence/expected.ts'
import { grant, inEachForm } from '../../scenarios/main-tokens.ts'
import { seen } from '../../evidence/seen.ts'
import type { CallOptions } from '../../sut/call.ts'
import { inOtherCase } from '../../sut/other-case.ts'
import { form } from '../../sut/tokens.ts'
import { check } from '../../kit/check.ts'

const shape = {
  error: 'auth.token-error-has-error',
  word: 'auth.token-error-is-one-of-six',
  description: 'auth.token-error-has-error-description',
  correlation: 'auth.token-error-has-correlation-id',
}

const words = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

type Attempt = {
  options: CallOptions
  status: [rule: string, status: number]
  error?: [rule: string, ...errors: string[]] | undefined
}

/** One for each form: of another flow, of a name that begins as the right one does, and of the user's password. */
const otherGrants = ['authorization_code', 'client_secret', 'password']

const attemptsOf = (client_id: string, client_secret: string): Attempt[] => {
  const whole = { ...grant, client_id, client_secret }
  const refused = (options: CallOptions[], status: Attempt['status'], error: Attempt['error']): Attempt[] =>
    options.map((one) => ({ options: one, status, error }))
  const missing: Attempt['error'] = ['auth.token-missing-credential-is-invalid-request', 'invalid_request']
  return [
    {
      options: { body: JSON.stringify(whole), headers: { 'Content-Type': 'text/plain' } },
      status: ['auth.token-request-of-other-content-type-is-refused', 415],
    },
    ...refused(
      otherGrants.map((grant_type, form) => inEachForm(client_id, client_secret, { grant_type })[form]!),
      ['auth.grant-type-must-be-client-credentials', 400],
      ['auth.unsupported-grant-type-has-its-error', 'unsupported_grant_type', 'invalid_request', 'unauthorized_client'],
    ),
    ...refused(
      inEachForm(client_id, client_secret, {}),
      ['auth.token-missing-grant-type-is-400', 400],
      ['auth.token-missing-grant-type-has-its-error', 'invalid_request'],
    ),
    {
      options: form({ ...grant, client_id }),
      status: ['auth.token-missing-credential-is-400', 400],
      error: missing,
    },
    {
      options: { json: { ...grant, client_secret } },
      status: ['auth.token-missing-credential-is-400', 400],
      error: missing,
    },
    ...refused(
      [
        form({ ...grant, client_id, client_secret: `not-${client_secret}` }),
        // Letters of the other case make it another. Of spaces around it nothing is said, and some servers take them off every value.
        { json: { ...grant, client_id, client_secret: inOtherCase(client_secret) } },
        ...inEachForm(client_id, `${client_secret}-not`, grant).slice(2),
      ],
      ['auth.token-wrong-secret-is-401', 401],
      ['auth.token-wrong-secret-is-invalid-client', 'invalid_client'],
    ),
    {
      options: form({ ...whole, client_id: `cli_${inOtherCase(client_id.replace(/^cli_/, ''))}` }),
      status: ['auth.token-wrong-client-id-is-401', 401],
      error: ['auth.token-wrong-client-id-is-invalid-client', 'invalid_client'],
    },
    {
      options: { body: '{"grant_type": "client_credentials", ', headers: { 'Content-Type': 'application/json' } },
      status: ['errors.malformed-json-is-400', 400],
    },
  ]
}

const attempts = attemptsOf('cli_1', 'secret')
const isText = (value: unknown) => typeof value === 'string' && value !== ''

export default check({
  id: 'auth.token-request-is-refused-in-its-form',
  verifies: [
    ...new Set([
      ...attempts.map(({ status }) => status[0]),
      ...attempts.flatMap(({ error }) => error?.[0] ?? []),
      ...Object.values(shape),
    ]),
  ],
  needs: [],
  async run({ client, expect, secretOf, environment }) {
    const { client_id, client_secret } = secretOf('main')
    for (const { options, status, error } of attemptsOf(client_id, client_secret)) {
      const answer = await client.call('requestToken', { token: null, environment, ...options })
      expect(status[0]).status(answer, status[1])
      expect(status[0]).equal(seen(answer, '/access_token'), undefined)
      if (answer.response.status < 400) continue
      if (error) expect(error[0]).oneOf(seen(answer, '/error'), error.slice(1))
      expect(shape.error).that(seen(answer, '/error'), isText, ofType(['string']))
      expect(shape.word).oneOf(seen(answer, '/error'), words)
      expect(shape.description).that(
        seen(answer, '/error_description'),
        (value) => value === null || typeof value === 'string',
        'string or null',
      )
      expect(shape.correlation).that(seen(answer, '/correlation_id'), isText, ofType(['string']))
    }
  },
})

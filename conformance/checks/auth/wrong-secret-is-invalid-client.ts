// A wrong client secret, or an unknown client id, is told in the OAuth shape and by the OAuth word.
import { seen } from '../../run/seen.ts'
import { form } from '../../target/tokens.ts'
import { check } from '../check.ts'

const wrongSecret = ['auth.token-wrong-secret-is-401', 'auth.token-wrong-secret-is-invalid-client'] as const
const wrongId = ['auth.token-wrong-client-id-is-401', 'auth.token-wrong-client-id-is-invalid-client'] as const

export default check({
  id: 'auth.wrong-secret-is-invalid-client',
  verifies: [...wrongSecret, ...wrongId],
  needs: [],
  async run({ client, expect, secretOf, environment }) {
    const { client_id, client_secret } = secretOf('main')
    const attempts = [
      { rules: wrongSecret, fields: { client_id, client_secret: `${client_secret}-not` } },
      { rules: wrongId, fields: { client_id: 'cli_00000000000000000000000000', client_secret } },
    ]
    for (const { rules, fields } of attempts) {
      const request = form({ grant_type: 'client_credentials', ...fields })
      const answer = await client.call('requestToken', { token: null, environment, ...request })
      expect(rules[0]).status(answer, 401)
      expect(rules[1]).equal(seen(answer, '/error'), 'invalid_client')
    }
  },
})

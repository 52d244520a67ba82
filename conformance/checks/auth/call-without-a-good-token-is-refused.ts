// No token, a made-up token, another scheme and a token in the query are all refused with 401.
import { check } from '../check.ts'

const missing = ['auth.missing-token-is-refused', 'transport.no-session-is-kept']
const unknown = 'auth.unknown-token-is-refused'
const otherScheme = 'auth.other-scheme-is-no-token'

export default check({
  id: 'auth.call-without-a-good-token-is-refused',
  verifies: [...missing, unknown, otherScheme],
  needs: [],
  async run({ client, expect, secretOf, environment }) {
    const { client_id, client_secret } = secretOf('main')
    // A good call first, over the same connections: what follows must not live off it.
    await client.call('getAccount')
    for (const operationId of ['getAccount', 'listOrders', 'listEvents'])
      expect(missing).status(await client.call(operationId, { token: null, environment }), 401)
    expect(unknown).status(
      await client.call('getAccount', { token: 'a-token-nobody-issued-0123456789', environment }),
      401,
    )
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const headers = { Authorization: `Basic ${basic}` }
    expect(otherScheme).status(await client.call('getAccount', { token: null, environment, headers }), 401)
  },
})

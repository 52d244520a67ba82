// The client id is safe to log: it holds no secret, gets no token on its own, and is no token.
import { atLeast, excludes } from '../../evidence/expected.ts'
import { accountOf } from '../../scenarios/account-of.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { form } from '../../sut/tokens.ts'
import { check } from '../../kit/check.ts'

const rule = 'conventions.client-ids-hold-no-secret'

export default check({
  id: 'conventions.client-id-alone-opens-nothing',
  verifies: [rule],
  needs: [],
  async run({ client, shared, secretOf, expect }) {
    const { client_id, client_secret } = secretOf('main')
    const account = await shared(accountOf('main'))
    expect(rule).that(
      seen(account, '/client_id'),
      (shown) => typeof shown !== 'string' || !shown.includes(client_secret),
      excludes('the client secret'),
    )
    const grant = { grant_type: 'client_credentials', client_id }
    const refused = [
      await client.call('requestToken', { token: null, ...form(grant) }),
      await client.call('requestToken', { token: null, ...form({ ...grant, client_secret: '' }) }),
      await client.call('requestToken', { token: null, ...form({ ...grant, client_secret: client_id }) }),
      await client.call('getAccount', { token: client_id }),
    ]
    for (const answer of refused) expect(rule).that(seenStatus(answer), (status) => Number(status) >= 400, atLeast(400))
  },
})

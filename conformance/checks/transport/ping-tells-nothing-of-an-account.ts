// A ping needs no credential and shows nothing of an account, even to a caller with a token.
import { derived } from '../../run/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { textOf } from '../../target/exchange.ts'
import { check } from '../check.ts'

export default check({
  id: 'transport.ping-tells-nothing-of-an-account',
  verifies: [
    'transport.serves-get-ping',
    'auth.ping-needs-no-credential',
    'transport.ping-holds-no-account-data',
    'transport.operations-sit-below-the-base-address',
  ],
  needs: [],
  async run({ client, expect, environment }) {
    const account = await client.call('getAccount')
    const bare = await client.call('ping', { token: null, environment })
    const withToken = await client.call('ping')
    expect([
      'transport.serves-get-ping',
      'auth.ping-needs-no-credential',
      'transport.operations-sit-below-the-base-address',
    ]).status(bare, 200)
    const known = ['/client_id', '/lender/id', '/lender/name', '/company/id', '/company/name']
      .map((pointer) => fieldAt(account, pointer))
      .filter((value): value is string => typeof value === 'string' && value.length > 3)
    for (const answer of [bare, withToken]) {
      const text = textOf(answer.response.body) ?? ''
      const shown = known.filter((value) => text.includes(value))
      expect('transport.ping-holds-no-account-data').equal(derived(shown, answer, account), [])
    }
  },
})

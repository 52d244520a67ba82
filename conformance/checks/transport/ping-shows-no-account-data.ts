// A ping needs no credential and shows nothing of an account, even to a caller with a token.
import { accountOf } from '../../scenarios/account-of.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { textOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const is200 = 'transport.ping-answers-200'
const served = [
  'transport.serves-get-ping',
  'auth.ping-needs-no-credential',
  'transport.operations-sit-below-the-base-address',
]
const silent = 'transport.ping-holds-no-account-data'

export default check({
  id: 'transport.ping-shows-no-account-data',
  verifies: [...served, is200, silent],
  needs: [],
  async run({ client, shared, expect, environment, recordReading }) {
    const account = await shared(accountOf('main'))
    const bare = await client.call('ping', { token: null, environment })
    const withToken = await client.call('ping')
    expect(served).status(bare, '2xx')
    expect(is200).status(bare, 200)
    recordReading('transport.ping-text', seen(bare, '/status').value === 'ok' ? 'ok' : 'another-word', bare)
    const known = ['/client_id', '/lender/id', '/lender/name', '/company/id', '/company/name']
      .map((pointer) => fieldAt(account, pointer))
      .filter((value): value is string => typeof value === 'string' && value.length > 3)
    for (const answer of [bare, withToken]) {
      const text = textOf(answer.response.body) ?? ''
      const shown = known.filter((value) => text.includes(value))
      expect(silent).equal(computedFrom(shown, answer, account), [])
    }
  },
})

// The account names the environment that was called, so that a client can distinguish a sandbox from production.
import { not } from '../../evidence/expected.ts'
import { accountOf } from '../../scenarios/account-of.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const rule = 'account.environment-is-the-one-called'

export default check({
  id: 'account.environments-are-distinguished',
  verifies: [rule],
  needs: [],
  async run({ shared, expect, has, environment, recordReading, profile }) {
    const own = await shared(accountOf('main'))
    const other = environment === 'sandbox' ? 'production' : 'sandbox'
    const { value } = seen(own, '/environment')
    expect(rule).that(
      seen(own, '/environment'),
      (name) => typeof name === 'string' && name !== '' && name !== other,
      `string, ${not(other)}`,
    )
    recordReading('account.environment-words', value === environment ? 'production-and-sandbox' : 'other-words', own)
    if (environment !== 'sandbox' || !has('production') || profile.production_base_url === undefined) return
    const { account } = await shared(productionWalk)
    const names = [value, seen(account, '/environment').value]
    const lenders = [own, account].map((answer) => seen(answer, '/lender/id').value)
    if (lenders.every((id) => typeof id === 'string'))
      recordReading(
        'account.identifiers-across-environments',
        lenders[0] === lenders[1] ? 'same' : 'different',
        own,
        account,
      )
    expect(rule).that(computedFrom(names, own, account), () => names[0] !== names[1], 'two values')
  },
})

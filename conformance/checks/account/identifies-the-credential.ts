// The account says whose credential it is and how many requests it allows.
import { includes } from '../../evidence/expected.ts'
import { accountOf } from '../../scenarios/account-of.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

export default check({
  id: 'account.identifies-the-credential',
  verifies: [
    'account.answers-200',
    'account.client-id-is-the-one-of-the-credential',
    'account.rate-limit-is-600',
    'account.scopes-include-lender',
    'transport.serves-get-account',
  ],
  needs: [],
  async run({ shared, expect, secretOf }) {
    const answer = await shared(accountOf('main'))
    expect(['transport.serves-get-account', 'account.answers-200']).status(answer, 200)
    expect('account.client-id-is-the-one-of-the-credential').equal(
      seen(answer, '/client_id'),
      secretOf('main').client_id,
    )
    expect('account.rate-limit-is-600').equal(
      seen(answer, '/rate_limit/requests_per_minute'),
      limits().requests_per_minute,
    )
    expect('account.scopes-include-lender').that(
      seen(answer, '/scopes'),
      (scopes) => Array.isArray(scopes) && scopes.includes('lender'),
      includes('lender'),
    )
  },
})

// Whichever token of a credential is used, older or newer, it works and stands for the same account.
import { accountOf } from '../../scenarios/account-of.ts'
import { mainTokens } from '../../scenarios/main-tokens.ts'
import { seen } from '../../evidence/seen.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  lender: 'auth.credential-belongs-to-one-lender-account',
  company: 'auth.credential-belongs-to-one-company',
  old: 'auth.new-token-leaves-the-old-one-valid',
  opens: 'auth.a-bearer-token-opens-every-operation',
  served: 'transport.serves-get-account',
}

export default check({
  id: 'auth.every-token-is-for-one-account',
  verifies: Object.values(rules),
  needs: [],
  async run({ shared, expect, recordReading }) {
    const first = await shared(accountOf('main'))
    const granted = await shared(mainTokens)
    const tokens = granted.map(({ answer }) => fieldAt(answer, '/access_token'))
    const used = granted.flatMap(({ account }) => account ?? [])
    if (used.length < 2) throw blocked('fewer-than-two-tokens', ...granted.map(({ answer }) => answer))
    const isRenewed = tokens.at(-1) !== undefined
    for (const [index, account] of used.entries()) {
      const valid = [rules.opens, rules.served]
      expect(isRenewed || index < used.length - 1 ? [rules.old, ...valid] : valid).status(account, '2xx')
      if (!succeeded(account)) continue
      expect(rules.lender).equal(seen(account, '/lender/id'), fieldAt(first, '/lender/id'))
      expect(rules.company).equal(seen(account, '/company/id'), fieldAt(first, '/company/id'))
    }
    const again = new Set(tokens).size === 1
    recordReading('auth.repeated-token-request', again ? 'same-token-renewed' : 'new-token', granted[0]!.answer)
  },
})

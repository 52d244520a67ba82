// A token whose hour is over opens nothing, and the code says so.
import { expectDead } from '../../steps/dead-token.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

export default check({
  id: 'auth.expired-token-is-refused',
  verifies: Object.values(rules),
  needs: [],
  async run(context) {
    const { expired } = context.profile.tokens
    if (expired === undefined) throw notTested(reason('no-token-in-profile', { key: 'expired' }))
    await expectDead(context, expired, rules, ['token_expired'], ['getAccount', 'testWebhook', 'listEvents'])
  },
})

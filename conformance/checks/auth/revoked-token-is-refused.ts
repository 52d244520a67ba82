// The tokens of a revoked client open nothing, and the code says why.
import { expectDead } from '../../steps/dead-token.ts'
import { fieldAt } from '../../steps/read.ts'
import { notApplicable, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = { status: 'auth.revocation-kills-issued-tokens-at-once', code: 'auth.revoked-client-has-its-code' }
const code = 'errors.client-revoked-comes-with-401'

export default check({
  id: 'auth.revoked-token-is-refused',
  verifies: [...Object.values(rules), code],
  needs: [],
  async run(context) {
    const { revoked } = context.profile.tokens
    if (revoked === undefined) throw notTested(reason('no-token-in-profile', { key: 'revoked' }))
    // A read, and one with a body; auth.revocation-works-at-once asks others.
    const operations = ['getAccount', 'testWebhook'] as const
    const answers = await expectDead(context, revoked, rules, ['client_revoked', 'invalid_client'], operations)
    const named = answers.filter((answer) => fieldAt(answer, '/code') === 'client_revoked')
    context.recordReading('auth.revoked-token-code', named.length > 0 ? 'client-revoked' : 'invalid-client', ...answers)
    for (const answer of named) context.expect(code).status(answer, 401)
    if (named.length === 0) throw notApplicable('never-client-revoked')
  },
})

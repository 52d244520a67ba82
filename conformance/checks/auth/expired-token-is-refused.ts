// A token whose hour is over opens nothing, and the code says so.
import type { Answered } from '../../evidence/exchange.ts'
import { expiredAccount } from '../../scenarios/expired-account.ts'
import { compareDead, expectDead } from '../../steps/dead-token.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

const shownBy = (answer: Answered): string => `${answer.response.status} ${String(fieldAt(answer, '/code'))}`

/** Whether the target tells it from a token that nobody issued. Where a control port is, the token is one of the target's own. */
const isKnown = async ({ client, environment, control }: CheckContext, answer: Answered): Promise<boolean> => {
  const own = shownBy(answer)
  if (control || !own.startsWith('401 ') || own === '401 token_expired') return true
  return own !== shownBy(await client.call('getAccount', { token: 'a-token-nobody-issued-0123456789', environment }))
}

export default check({
  id: 'auth.expired-token-is-refused',
  verifies: Object.values(rules),
  needs: [],
  async run(context) {
    const { expired } = context.profile.tokens
    if (expired === undefined) throw notTested(reason('no-token-in-profile', { key: 'expired' }))
    const known = await context.shared(expiredAccount)
    if (!(await isKnown(context, known))) throw notTested(reason('token-unknown-to-target', { key: 'expired' }))
    const codes = ['token_expired']
    compareDead(context, known, rules, codes)
    await expectDead(context, expired, rules, codes, ['testWebhook', 'listEvents'])
  },
})

// A token whose hour is over opens nothing, and the code says so.
import { expiredAccount } from '../../scenarios/expired-account.ts'
import { compareDead, expectDead } from '../../steps/dead-token.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

/** Whether the target tells it from a token that nobody issued. Where a control port is, the token is one of the target's own. */
const isKnown = async ({ client, environment, control }: CheckContext, token: string): Promise<boolean> => {
  if (control) return true
  const codeOf = async (given: string): Promise<string> => {
    const answer = await client.call('getAccount', { token: given, environment })
    return `${answer.response.status} ${String(fieldAt(answer, '/code'))}`
  }
  const own = await codeOf(token)
  return (
    !own.startsWith('401 ') || own === '401 token_expired' || own !== (await codeOf('a-token-nobody-issued-0123456789'))
  )
}

export default check({
  id: 'auth.expired-token-is-refused',
  verifies: Object.values(rules),
  needs: [],
  async run(context) {
    const { expired } = context.profile.tokens
    if (expired === undefined) throw notTested(reason('no-token-in-profile', { key: 'expired' }))
    if (!(await isKnown(context, expired))) throw notTested(reason('token-unknown-to-target', { key: 'expired' }))
    const codes = ['token_expired']
    compareDead(context, await context.shared(expiredAccount), rules, codes)
    await expectDead(context, expired, rules, codes, ['testWebhook', 'listEvents'])
  },
})

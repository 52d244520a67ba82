// A token works until its sixty minutes are over, and no longer.
import { looseToken } from '../../scenarios/main-tokens.ts'
import { expectDead } from '../../steps/dead-token.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const alive = 'auth.token-is-valid-for-60-minutes'
const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

const seconds = { early: 60, late: 60 }

export default check({
  id: 'auth.token-lives-sixty-minutes',
  verifies: [alive, ...Object.values(rules)],
  needs: ['control'],
  phase: 'last',
  async run(context) {
    const { client, control, expect, environment } = context
    const token = await looseToken(context)
    await control!.advanceClock(limits().access_token_lifetime_seconds - seconds.early)
    expect(alive).status(await client.call('getAccount', { token, environment }), 200)
    await control!.advanceClock(seconds.early + seconds.late)
    await expectDead(context, token, rules, ['token_expired'], ['listEvents'])
  },
})

// A token, however it was requested, works until its sixty minutes are over, also beside the one that is to take its place, and no longer.
import { looseToken, tokensByForm } from '../../scenarios/main-tokens.ts'
import { expectDead } from '../../steps/dead-token.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const alive = 'auth.token-is-valid-for-60-minutes'
const old = 'auth.new-token-leaves-the-old-one-valid'
const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

/** One for each token, as tokens end in one place. */
const dead = ['listEvents', 'getWebhook', 'listOrders'] as const

/** `late`: beyond the five minutes of leeway that common frameworks allow. */
const seconds = { early: 20, late: 330 }

export default check({
  id: 'auth.token-lives-sixty-minutes',
  verifies: [alive, old, ...Object.values(rules)],
  needs: ['time'],
  wait: {
    what: 'the end of a token',
    seconds: () => limits().access_token_lifetime_seconds + seconds.late,
    isFirst: true,
  },
  phase: 'last',
  async run(context) {
    const { client, expect, environment, letPass } = context
    const { access_token_lifetime_seconds: lifetime } = limits()
    const since = context.now()
    const tokens = await tokensByForm(context)
    await letPass(lifetime - seconds.early)
    // As a client that renews its token in time, and still has calls under way with the old one.
    const renewed = await looseToken(context)
    for (const token of tokens) {
      const answer = await client.call('getAccount', { token, environment })
      // Moving the clock takes its time where much falls due, which may be longer than what was left; so may the check beside.
      const isOver = context.now() - since >= 1000 * lifetime
      if (answer.response.status === 200 || !isOver) expect([alive, old]).status(answer, 200)
    }
    // A token that is given out again has its hour again.
    const left = tokens.includes(renewed) ? lifetime : seconds.early
    await letPass(left + seconds.late)
    // Of the usual form a dead one is sent elsewhere, where one is named.
    const sent = context.profile.tokens.expired === undefined ? tokens : tokens.slice(1)
    for (const [at, token] of (sent.length > 0 ? sent : tokens).entries())
      await expectDead(context, token, rules, ['token_expired'], [dead[at]!])
  },
})

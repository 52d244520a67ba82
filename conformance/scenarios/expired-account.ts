// The account, asked for with a token whose hour is over.
import type { Answered } from '../evidence/exchange.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import type { Scenario } from '../kit/context.ts'

export const expiredAccount: Scenario<Answered> = {
  id: 'expired-account',
  async run({ client, environment, profile }) {
    const { expired } = profile.tokens
    if (expired === undefined) throw notTested(reason('no-token-in-profile', { key: 'expired' }))
    return client.call('getAccount', { token: expired, environment })
  },
}

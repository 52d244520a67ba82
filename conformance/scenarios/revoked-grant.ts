// What the token endpoint answers to the revoked credential of the profile, asked once for the whole run.
import { noCredential } from '../evidence/roles.ts'
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { tokenRequest } from '../sut/tokens.ts'
import { notTested } from '../evidence/inconclusive.ts'

export const revokedGrant: Scenario<Answered> = {
  id: 'revoked-grant',
  async run({ client, profile }) {
    const { revoked } = profile.credentials
    if (!revoked) throw notTested(noCredential('revoked'))
    return client.call('requestToken', tokenRequest(revoked.environment, revoked))
  },
}

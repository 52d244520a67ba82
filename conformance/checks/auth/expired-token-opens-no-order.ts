// What belongs to an order is closed to a token whose hour is over, whatever reads it.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { named, resourceProbes } from '../../scenarios/probes.ts'
import { seen } from '../../evidence/seen.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { expiredAccount } from '../../scenarios/expired-account.ts'
import { check } from '../../kit/check.ts'

const rules = { status: 'auth.token-expires-after-60-minutes', code: 'auth.expired-token-has-code-token-expired' }

const reads = ['getDocument']

export default check({
  id: 'auth.expired-token-opens-no-order',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, environment, expect, profile, shared } = context
    const { expired } = profile.tokens
    if (expired === undefined) throw notTested(reason('no-token-in-profile', { key: 'expired' }))
    // It is made up where the target does not know it, and says nothing of the life of tokens.
    const known = await shared(expiredAccount)
    if (seen(known, '/code').value !== 'token_expired')
      throw notTested(reason('token-unknown-to-target', { key: 'expired' }))
    const probes = named(resourceProbes(context, await shared(grandWalk)), ...reads)
    if (probes.length === 0) throw notTested('no-document')
    for (const { operation, options } of probes) {
      const answer = await client.call(operation, { ...options, token: expired, environment })
      expect(rules.status).status(answer, 401)
      if (answer.response.status === 401) expect(rules.code).equal(seen(answer, '/code'), 'token_expired')
    }
  },
})

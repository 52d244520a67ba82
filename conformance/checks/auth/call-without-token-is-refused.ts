// A sound call without a token is refused with 401 on every operation, also after a good one on the same connection.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { codeReading } from '../../steps/code-reading.ts'
import { accountProbes, resourceProbes } from '../../scenarios/probes.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const rules = ['auth.missing-token-is-refused', 'transport.no-session-is-kept']
const notExpired = 'auth.token-expired-is-for-an-expired-token-only'

const isOther = (code: unknown): boolean => code !== 'token_expired'

export default check({
  id: 'auth.call-without-token-is-refused',
  verifies: [...rules, notExpired],
  needs: ['orders'],
  async run(context) {
    const { client, expect, environment, recordReading } = context
    const walk = await context.shared(grandWalk)
    const probes = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    // The walk has just called over these connections with a good token: the requests below must not rely on it.
    for (const { operation, options } of probes) {
      const answer = await client.call(operation, { ...options, token: null, environment })
      expect(rules).status(answer, 401)
      const reading = codeReading(answer)
      if (reading !== null) expect(notExpired).that(seen(answer, '/code'), isOther, not('token_expired'))
      if (reading !== null && reading !== 'token-expired') recordReading('auth.missing-token-code', reading, answer)
    }
    await expectUntouched(context, walk, rules)
  },
})

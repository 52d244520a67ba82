// A sound call without a token is refused with 401 on every operation, also after a good one on the same connection.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { accountProbes, resourceProbes } from '../../scenarios/probes.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import { askWithoutToken, missing, notExpired } from '../../steps/ask-without-token.ts'
import { plainReads } from '../../steps/plain-reads.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'auth.call-without-token-is-refused',
  verifies: [...missing, notExpired],
  needs: ['orders'],
  async run(context) {
    const walk = await context.shared(grandWalk)
    const probes = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    // The walk has just called over these connections with a good token: the requests below must not rely on it.
    // The reads that need no order are asked by auth.read-without-token-is-refused.
    const reads = plainReads()
    await askWithoutToken(
      context,
      probes.filter(({ operation }) => !reads.includes(operation)),
    )
    await expectUntouched(context, walk, missing)
  },
})

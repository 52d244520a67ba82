// A body that breaks off in the middle of its JSON is refused with 400 and does nothing.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { accountProbes, named, resourceProbes } from '../../scenarios/probes.ts'
import { spoiltBodies } from '../../scenarios/spoilt-bodies.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import { check } from '../../kit/check.ts'

const rule = 'errors.malformed-json-is-400'

const headers = { 'Content-Type': 'application/json' }

export default check({
  id: 'errors.malformed-json-is-400',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared } = context
    const walk = await shared(grandWalk)
    const { malformed } = await shared(spoiltBodies)
    const all = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    for (const { operation, options } of named(all, ...malformed)) {
      const { json, ...rest } = options
      const body = JSON.stringify(json).replace(/}$/, ', ')
      const answer = await client.call(operation, { ...rest, body, headers: { ...rest.headers, ...headers } })
      expect(rule).status(answer, 400)
    }
    await expectUntouched(context, walk, rule)
  },
})

// A body under a content type that the operation does not support is refused with 415 by its code, and does nothing.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { seen } from '../../evidence/seen.ts'
import { accountProbes, named, resourceProbes, type Probe } from '../../scenarios/probes.ts'
import { spoiltBodies } from '../../scenarios/spoilt-bodies.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import type { CallOptions } from '../../sut/call.ts'
import { check } from '../../kit/check.ts'

const status = 'errors.unsupported-content-type-is-415'
const code = 'errors.content-type-refusal-is-unsupported-media-type'

// The very text that would be taken as JSON: a server that does not look at the content type takes it.
const disguised = ({ operation, options }: Probe): CallOptions => {
  const { json, form: _form, headers, ...rest } = options
  return operation === 'uploadDocument'
    ? { ...rest, json: { kind: 'supporting', file: 'QSBub3Rl' } }
    : { ...rest, body: JSON.stringify(json), headers: { ...headers, 'Content-Type': 'text/plain' } }
}

export default check({
  id: 'errors.other-content-type-is-415',
  verifies: [status, code],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared } = context
    const walk = await shared(grandWalk)
    const { otherType } = await shared(spoiltBodies)
    const all = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    for (const probe of named(all, ...otherType)) {
      const answer = await client.call(probe.operation, disguised(probe))
      expect(status).status(answer, 415)
      if (answer.response.status === 415) expect(code).equal(seen(answer, '/code'), 'unsupported_media_type')
    }
    await expectUntouched(context, walk, status)
  },
})

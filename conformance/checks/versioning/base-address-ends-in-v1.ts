// The production base address ends in the major version, and operations are served below it.
import { not } from '../../evidence/expected.ts'
import { seenStatus } from '../../evidence/seen.ts'
import { baseUrl } from '../../sut/addresses.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'versioning.base-address-ends-in-the-major-version'
const below = 'transport.operations-sit-below-the-base-address'

export default check({
  id: 'versioning.base-address-ends-in-v1',
  verifies: [rule, below],
  needs: [],
  async run({ client, expect, profile }) {
    if (profile.production_base_url === undefined) throw notTested(reason('no-base-url', { environment: 'production' }))
    const answer = await client.call('ping', { token: null, environment: 'production' })
    expect(below).status(answer, '2xx')
    expect(rule).that(seenStatus(answer), (status) => status !== 404, not(404))
    const last = new URL(baseUrl(profile, 'production')).pathname.split('/').at(-1)
    expect(rule).equal({ value: last, requests: [answer.id] }, 'v1')
  },
})

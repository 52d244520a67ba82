// Also what belongs to no operation, an unknown path or another method, is refused in the standard error body.
import { ofType } from '../../evidence/expected.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { seen } from '../../evidence/seen.ts'
import { baseUrl } from '../../sut/addresses.ts'
import { check } from '../../kit/check.ts'

const rules = ['errors.standard-body-outside-token-endpoint', 'errors.body-has-code', 'errors.body-has-correlation-id']

const isText = (value: unknown) => typeof value === 'string' && value !== ''

export default check({
  id: 'errors.unmatched-request-has-the-standard-body',
  verifies: rules,
  needs: ['orders'],
  async run(context) {
    const { client, expect, environment, marker, profile, shared, recordReading } = context
    const base = baseUrl(profile, environment)
    const { orders } = await shared(grandWalk)
    // Without a token, and with an id that no order has: should a method be served after all, it finds nothing.
    const order = `${base}/orders/${unknownLike(orders.fresh)}`
    const answers = [await client.fetch(`${base}/${marker()}`), await client.fetch(order, { method: 'DELETE' })]
    for (const answer of answers) {
      expect(rules[0]!).status(answer, '4xx')
      expect(rules.slice(0, 2)).that(seen(answer, '/code'), isText, ofType(['string']))
      expect(rules[0]!).that(seen(answer, '/message'), (value) => typeof value === 'string', ofType(['string']))
      expect(rules[2]!).that(seen(answer, '/correlation_id'), isText, ofType(['string']))
    }
    const { status } = answers[0]!.response
    if (status === 401 || status === 404)
      recordReading('auth.unknown-path-without-token', `status-${status}`, answers[0]!)
  },
})

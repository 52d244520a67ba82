// A client may send 600 requests in a minute; the next ones are refused with 429, and other clients notice nothing.
import { matching, not, present } from '../../evidence/expected.ts'
import { rateTrip, windowsSeconds } from '../../scenarios/rate-trip.ts'
import { computedFrom, seen, seenHeader, seenStatus } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  rate: 'limits.rate-is-600-a-minute',
  spans: 'limits.rate-spans-all-endpoints',
  own: 'limits.rate-is-counted-per-client',
  retry: 'limits.retry-after-on-429',
  seconds: 'limits.retry-after-is-in-seconds',
  status: 'errors.over-the-rate-is-429',
  code: ['errors.over-the-rate-is-rate-limited', 'errors.rate-limited-comes-with-429'],
}

export default check({
  id: 'limits.over-the-rate-is-429',
  verifies: Object.values(rules).flat(),
  needs: ['sandbox', 'spare-rate'],
  wait: { what: 'a rate limit window that may be used up', seconds: () => windowsSeconds },
  phase: 'last',
  atFullWindow: rateTrip,
  async run({ expect, shared }) {
    const { early, refusal, last, other } = await shared(rateTrip)
    expect(rules.rate).equal(
      early ? computedFrom(`429 after ${early.sent} requests`, early.answer) : computedFrom('no 429', refusal ?? last),
      'no 429',
    )
    expect([rules.status, rules.spans]).status(refusal ?? last, 429)
    if (refusal !== null) {
      expect(rules.code).equal(seen(refusal, '/code'), 'rate_limited')
      const after = seenHeader(refusal, 'Retry-After')
      if (expect(rules.retry).that(after, Boolean, present))
        expect(rules.seconds).that(after, (text) => /^\d+$/.test(String(text)), matching(/^\d+$/))
    }
    if (other === null) throw notTested('no-second-client')
    expect(rules.own).that(seenStatus(other), (status) => status !== 429, not(429))
  },
})

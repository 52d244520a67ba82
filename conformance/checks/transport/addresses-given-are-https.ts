// The addresses that the service gives lead over HTTPS, as the service itself is reached: a plain one would carry the file, or the next call, in
// the clear.
import { headerOf, type Answered } from '../../evidence/exchange.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notApplicable, notTested } from '../../evidence/inconclusive.ts'
import { signedLink } from '../../scenarios/signed-link.ts'
import { newOrder } from '../../steps/place-order.ts'
import { baseUrl, isLoopback, isPlain } from '../../sut/addresses.ts'
import { check } from '../../kit/check.ts'

const rule = 'transport.addresses-given-are-https'

/** A relative one leads wherever it was given. */
const schemeOf = (address: string, answer: Answered): string | null =>
  URL.canParse(address, answer.request.url) ? new URL(address, answer.request.url).protocol : null

export default check({
  id: 'transport.addresses-given-are-https',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { environment, expect, profile, shared } = context
    const base = baseUrl(profile, environment)
    if (isPlain(base)) throw isLoopback(base) ? notApplicable('plain-http-on-loopback') : notTested('plain-http')
    const { answer } = await newOrder(context)
    const scheme = schemeOf(headerOf(answer.response.headers, 'location') ?? '', answer)
    if (scheme !== null) expect(rule).equal(computedFrom(scheme, answer), 'https:')
    const { detail, link } = await shared(signedLink)
    expect(rule).equal({ ...computedFrom(link.protocol, detail), pointer: '/download/url' }, 'https:')
  },
})

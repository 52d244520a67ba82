// The service answers over TLS 1.2 and better alone: older versions and plain HTTP get nothing of what they ask for.
import { not } from '../../evidence/expected.ts'
import type { Seen } from '../../evidence/seen.ts'
import { baseUrl, isLoopback, isPlain } from '../../sut/addresses.ts'
import { proxyFor } from '../../sut/env-proxy.ts'
import { chosenHttp, pingOverPlain, pingOverTls, type Probed } from '../../sut/tls-probe.ts'
import { notApplicable, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  https: 'transport.served-over-https',
  modern: 'transport.tls-1-2-or-better-is-served',
  old: 'transport.tls-below-1-2-is-refused',
  plain: 'transport.plain-http-is-refused',
}

const isServed = (probed: Probed): boolean =>
  probed.kind === 'answered' && probed.status >= 200 && probed.status < 300 && /"time"\s*:/.test(probed.text)

const shown = (probed: Probed): Seen => ({
  value:
    probed.kind === 'answered'
      ? `an answer with status ${probed.status} over ${probed.protocol ?? 'plain HTTP'}`
      : probed.why,
  requests: [],
})

const readingOf = (probed: Probed): string => {
  if (probed.kind !== 'answered') return 'connection-refused'
  return probed.status >= 300 && probed.status < 400 ? 'redirect-answer' : 'error-answer'
}

export default check({
  id: 'transport.only-https-is-served',
  verifies: Object.values(rules),
  needs: [],
  async run({ expect, environment, profile, recordReading }) {
    const base = baseUrl(profile, environment)
    const url = new URL(`${base}/ping`)
    if (isPlain(base) && isLoopback(base)) throw notApplicable('plain-http-on-loopback')
    const proxy = proxyFor(base)
    if (proxy !== null) throw notTested(reason('through-a-proxy', { proxy }))
    const port = Number(url.port || (isPlain(base) ? 80 : 443))
    const plain = [await pingOverPlain(url, port)]
    if (port === 443) plain.push(await pingOverPlain(url, 80))
    for (const probed of plain) expect(rules.plain).that(shown(probed), () => !isServed(probed), not('an answer'))
    if (isPlain(base)) throw notTested('plain-http')
    recordReading('transport.plain-http-refusal', readingOf(plain.at(-1)!))

    const modern = await pingOverTls(url, { min: 'TLSv1.2', max: 'TLSv1.3' })
    expect([rules.https, rules.modern]).that(shown(modern), () => isServed(modern), '200 to GET /ping')
    const only12 = await pingOverTls(url, { min: 'TLSv1.2', max: 'TLSv1.2' })
    const only13 = await pingOverTls(url, { min: 'TLSv1.3', max: 'TLSv1.3' })
    if (isServed(only12) && isServed(only13)) recordReading('transport.tls-versions', 'tls-12-and-13')
    else if (isServed(only12) || isServed(only13))
      recordReading('transport.tls-versions', isServed(only12) ? 'tls-12-only' : 'tls-13-only')

    const chosen = await chosenHttp(url)
    if (chosen !== null) recordReading('transport.http-version', chosen === 'h2' ? 'http-2-offered' : 'http-11-only')

    const old = await pingOverTls(url, { min: 'TLSv1', max: 'TLSv1.1' })
    if (old.kind === 'unable') throw notTested(reason('no-old-tls-here', { why: old.why }))
    expect(rules.old).that(shown(old), () => !isServed(old), not('an answer'))
  },
})

// An answer that is not the service's: whether a proxy, gateway, cache or load balancer before it answered in its place, and which one.
import type { RecordedExchange } from '../../reports/run-record.ts'
import { factsOf, type ExchangeFacts } from '../evidence/exchange-facts.ts'
import { headerOf, textOf, type Exchange, type Headers } from '../evidence/exchange.ts'

type Shown = { status: number; headers: Headers; text: string }

/** By the words of its own pages; those without a name of theirs have no better sign. */
const pages: readonly [name: string, words: RegExp][] = [
  ['nginx', /<center>(?:nginx|openresty)\b/],
  ['Apache', /<address>Apache\/|<!DOCTYPE HTML PUBLIC "-\/\/IETF\/\/DTD HTML 2\.0\/\/EN">/],
  ['Varnish', /<h1>Error \d{3} [^<]*<\/h1>[^]*(?:Varnish cache server|Guru Meditation)/],
  ['Squid', /ERR_[A-Z_]+|squid\b[^]*cache_?(?:manager|mgr)/i],
  ['HAProxy', /^<html><body><h1>\d{3} [A-Z][^<]*<\/h1>\s*[^<]*\s*<\/body><\/html>\s*$/],
  ['lighttpd', /<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Transitional[^]*<title>\d{3} [^<]*<\/title>/],
  ['Envoy', /^(?:no healthy upstream|upstream (?:connect error|request timeout)|no_route|local_rate_limited)/],
  ['nghttpx', /<footer>nghttpx\b/],
  ['Cloudflare', /cloudflare/i],
  [
    'a load balancer of AWS',
    /^<html>\s*<head><title>\d{3} [^<]*<\/title><\/head>\s*<body[^>]*>\s*<center><h1>[^<]*<\/h1><\/center>\s*<\/body>/,
  ],
]

/** What has no page of its own, by the header `Server` or `Via` beside a body that says nothing but the status. */
const servers =
  /\b(nginx|openresty|apache|haproxy|caddy|varnish|squid|h2o|lighttpd|traefik|envoy|nghttpx|cloudflare|awselb|google frontend|kong)\b/i

const plainBodies =
  /^\s*$|^(?:bad gateway|gateway timeout|service unavailable|too many requests|forbidden|not found|internal server error|(?:request )?entity too large|\d{3} [a-z ]+|404 page not found)[.\s]*$/i

/** Headers that are on every response of the service, or on its errors. */
const isOfContract = ({ headers }: Shown): boolean => headerOf(headers, 'x-ratelimit-limit') !== undefined

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const nameIn = (shown: Shown): string | null => {
  const { status, headers, text } = shown
  if (status < 400 || isOfContract(shown) || isJson(text)) return null
  const own = pages.find(([, words]) => words.test(text))
  if (own) return own[0]
  const named = servers.exec(`${headerOf(headers, 'server') ?? ''} ${headerOf(headers, 'via') ?? ''}`)?.[1]
  return named !== undefined && plainBodies.test(text) ? named : namelessIn(shown)
}

/** What writes neither its name nor a page: Go's proxies do so. */
const namelessIn = ({ status, headers, text }: Shown): string | null =>
  (status === 502 || status === 503 || status === 504) &&
  headerOf(headers, 'retry-after') === undefined &&
  plainBodies.test(text)
    ? 'a proxy'
    : null

/** The name of what answered before the service; null where the service may have answered itself. */
export const intermediaryOf = ({ response }: Pick<Exchange, 'response'>): string | null =>
  response === null ? null : nameIn({ ...response, text: textOf(response.body.subarray(0, 4_096)) ?? '' })

/** What a failure is named by, with who answered. */
export const factsWith = (exchange: RecordedExchange): ExchangeFacts => {
  const { response } = exchange
  const answeredBy = response && nameIn({ ...response, text: response.body?.text ?? '' })
  return { ...factsOf(exchange), answeredBy }
}

/** An answer that came out of a cache, and so long ago: seconds, or null where it did not. */
export const cachedFor = ({ headers }: Pick<Shown, 'headers'>): number | null => {
  const age = Number(headerOf(headers, 'age') ?? 'absent')
  return Number.isFinite(age) && age > 0 ? age : null
}

/** What passed an answer of the service on, as it says in `Via`; null where nothing says so. */
export const viaOf = ({ headers }: Pick<Shown, 'headers'>): string | null => headerOf(headers, 'via') ?? null

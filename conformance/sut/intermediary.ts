// An answer that is not the service's: whether a proxy, gateway, cache or load balancer before it answered in its place, and which one.
import type { RecordedExchange } from '../../reports/run-record.ts'
import { factsOf, type ExchangeFacts } from '../evidence/exchange-facts.ts'
import { headerOf, textOf, type Answered, type Exchange, type Headers } from '../evidence/exchange.ts'

type Shown = { status: number; headers: Headers; text: string }

/** By the marks of its own pages, all of them; the first name that fits. */
const pages: readonly [name: string, ...marks: string[]][] = [
  ['nginx', '<center>nginx'],
  ['nginx', '<center>openresty'],
  ['Apache', '<address>apache/'],
  ['Apache', '-//ietf//dtd html 2.0//en'],
  ['Varnish', 'varnish cache server'],
  ['Varnish', 'guru meditation'],
  ['Squid', '<title>error: the requested url could not be retrieved</title>'],
  ['Squid', 'generated', '(squid'],
  ['HAProxy', '<html><body><h1>', '</h1>\n', '\n</body></html>'],
  ['lighttpd', '-//w3c//dtd xhtml 1.0 transitional', '<title>4', '<h1>4'],
  ['lighttpd', '-//w3c//dtd xhtml 1.0 transitional', '<title>5', '<h1>5'],
  ['Envoy', 'no healthy upstream'],
  ['Envoy', 'upstream connect error'],
  ['Envoy', 'upstream request timeout'],
  ['nghttpx', '<footer>nghttpx'],
  ['http-proxy-middleware', 'error occurred while trying to proxy'],
  // Its older versions.
  ['http-proxy-middleware', 'error occured while trying to proxy'],
  ['Cloudflare', 'cloudflare'],
  ['a load balancer', '<center><h1>', '</h1></center>'],
]

/** What has no page of its own, by the header `Server` or `Via` beside a body that says nothing but the status. */
const servers =
  /\b(nginx|openresty|apache|haproxy|caddy|varnish|squid|h2o|lighttpd|traefik|envoy|nghttpx|cloudflare|awselb|google frontend|kong)\b/i

/** In small letters, without a status before it and a full stop behind. */
const plainBodies = new Set([
  '',
  'bad gateway',
  'gateway timeout',
  'gateway time-out',
  'service unavailable',
  'too many requests',
  'forbidden',
  'not found',
  'page not found',
  'internal server error',
  'entity too large',
  'request entity too large',
])

const isPlainBody = (text: string): boolean =>
  text.length < 64 &&
  plainBodies.has(
    text
      .trim()
      .toLowerCase()
      .replace(/^\d{3} /, '')
      .replace(/\.$/, ''),
  )

/** Headers that are on every response of the service, or on its errors. */
const isOfContract = ({ headers }: Pick<Shown, 'headers'>): boolean =>
  headerOf(headers, 'x-ratelimit-limit') !== undefined

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
  const small = text.toLowerCase()
  const own = pages.find(([, ...marks]) => marks.every((mark) => small.includes(mark)))
  if (own) return own[0]
  const named = servers.exec(`${headerOf(headers, 'server') ?? ''} ${headerOf(headers, 'via') ?? ''}`)?.[1]
  return named !== undefined && isPlainBody(text) ? named : namelessIn(shown)
}

/** What writes neither its name nor a page: Go's proxies do so. */
const namelessIn = ({ status, headers, text }: Shown): string | null =>
  (status === 502 || status === 503 || status === 504) &&
  headerOf(headers, 'retry-after') === undefined &&
  isPlainBody(text)
    ? 'a proxy'
    : null

/** The name of what answered before the service; null where the service may have answered itself. */
export const intermediaryOf = ({ response }: Pick<Exchange, 'response'>): string | null =>
  response === null ? null : nameIn({ ...response, text: textOf(response.body.subarray(0, 4_096)) ?? '' })

/** A common bound of HTTP servers for the first line of a request, in characters. */
const longestRead = 4_000

/** Control signs, slashes and backslashes in a segment of a path: Tomcat and others read no further. */
const unreadInPath = /%(?:[01][0-9a-f]|7f|2f|5c)/i

/** A request that the HTTP layer of the server refused before the service saw it, for its length or for a sign in its path. */
export const isUnreadRequest = ({ request, response }: Answered): boolean =>
  ((request.url.length > longestRead && [400, 414, 431].includes(response.status)) ||
    // Apache answers 404 as it is installed.
    (unreadInPath.test(request.url.split('?')[0]!) && [400, 404, 414, 431].includes(response.status))) &&
  !isOfContract(response) &&
  !isJson(textOf(response.body) ?? '')

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

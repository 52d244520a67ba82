// Permitted readings of the freedoms of the area transport.
import { instead, replace, set } from '../operators/index.ts'
import { createHash } from 'node:crypto'
import { createBrotliDecompress, createGunzip, createInflate, gzipSync } from 'node:zlib'
import { notFound, Refusal } from '../../domain/refusal.ts'
import type { Answer, Dressing, Outgoing, PlainAnswer } from '../wire.ts'
import type { Unmatched } from '../routing.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

export const dressed =
  (dressing: Dressing): ReadingPatch =>
  ({ behaviour: { wire } }) => {
    wire.dressings.push(dressing)
  }

export const withHeaders = (headers: () => Record<string, string>): ReadingPatch =>
  dressed((out) => ({ ...out, headers: { ...out.headers, ...headers() } }))

/** Another answer to the requests that reach no operation and fit. */
export const unmatchedAs = (
  fits: (asked: Unmatched) => boolean,
  answer: (asked: Unmatched) => Answer | null,
): ReadingPatch => instead('routing.unmatched', (usual, asked) => (fits(asked) ? answer(asked) : null) ?? usual(asked))

const accepts = (header: string | undefined, coding: string): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
    return name === coding && Number(weight) > 0
  })

const compress: Dressing = (out, request) => {
  const isCompressible = out.body !== undefined && out.body.length > 0 && out.status !== 204 && out.status !== 304
  if (!isCompressible || !accepts(request.headers['accept-encoding'], 'gzip')) return out
  const headers = { ...out.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
  return { ...out, headers, body: gzipSync(out.body!) }
}

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

const decoding: ReadingPatch = instead('bodies.decoded', (usual, request, code) => {
  const coding = (request.headers['content-encoding'] ?? 'identity') as keyof typeof decoders
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding]() : undefined
  if (!decoder) return usual(request, code)
  request.on('aborted', () => decoder.destroy(new Error('aborted')))
  return request.pipe(decoder)
})

const refusingCodings: ReadingPatch = replace('bodies.decoded', (request, code) => {
  const coding = request.headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return request
  throw new Refusal(code, `The content coding ${coding} cannot be read.`, { status: 400 })
})

const ignoringCodings: ReadingPatch = replace('bodies.decoded', (request) => request)

const validated = /\/(?:orders|orders\/[^/]+|documents\/[^/]+|account|order-types)$/

const etag: Dressing = (out, request) => {
  const path = (request.url ?? '').split('?')[0]!
  if (request.method !== 'GET' || out.status !== 200 || !out.body || !validated.test(path)) return out
  const tag = `"${createHash('sha1').update(out.body).digest('base64url')}"`
  const tagged: Outgoing = { ...out, headers: { ...out.headers, ETag: tag } }
  return request.headers['if-none-match'] === tag ? { ...tagged, status: 304 } : tagged
}

const crossOrigin: Dressing = (out, { headers: { origin } }) => {
  if (origin === undefined) return out
  const exposed = 'Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
  const cors = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' }
  return { ...out, headers: { ...out.headers, ...cors } }
}

const methodNotAllowed = ({ method, allowed }: Unmatched): never => {
  throw new Refusal('method_not_allowed', `${method} is not among the methods of this path.`, {
    status: 405,
    headers: { Allow: allowed.join(', ') },
  })
}

const isKnown = ({ allowed }: Unmatched): boolean => allowed.length > 0
const isOptions = (asked: Unmatched): boolean => asked.method === 'OPTIONS'
const withAllow = ({ allowed }: Unmatched) => ({ Allow: [...allowed, 'OPTIONS'].join(', ') })

const headAs =
  (answer: (asked: Unmatched) => Answer): ReadingPatch =>
  (ground) => {
    const { routing } = ground.behaviour
    const { serves } = routing
    routing.serves = (method) => method !== 'HEAD' && serves.call(routing, method)
    unmatchedAs((asked) => asked.method === 'HEAD' && isKnown(asked), answer)(ground)
  }

const plain =
  (answer: (asked: Parameters<PlainAnswer>[0], refusal: () => unknown) => Answer): ReadingPatch =>
  ({ behaviour: { problems, wire } }) => {
    const refusal = () =>
      problems.body(new Refusal('https_required', 'Only HTTPS is served here.'), problems.newCorrelationId())
    wire.plainAnswer = (asked) => answer(asked, refusal)
  }

const website: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  bytes: Buffer.from('<!doctype html>\n<title>Appraisals</title>\n<p>Welcome to our web site.</p>\n'),
}

export const transport: AreaReadings = {
  'transport.plain-http-refusal': {
    'error-answer': plain((_asked, refusal) => ({ status: 403, body: refusal() })),
    'redirect-answer': plain(({ host, path }) => ({ status: 308, headers: { Location: `https://${host}${path}` } })),
  },
  'transport.tls-versions': {
    'tls-12-only': set('wire.newestTls', 'TLSv1.2'),
    'tls-13-only': set('wire.oldestTls', 'TLSv1.3'),
  },
  'transport.http-version': {
    'http-2-offered': set('wire.http2', true),
  },
  'transport.response-compression': { 'compressed-when-accepted': dressed(compress) },
  'transport.request-content-coding': {
    decoded: decoding,
    'status-400': refusingCodings,
    ignored: ignoringCodings,
  },
  'transport.body-framing': { chunked: dressed((out) => ({ ...out, chunked: true })) },
  'transport.extra-response-headers': {
    'extra-headers': withHeaders(() => ({
      Server: 'gateway/4.2',
      'X-Request-Id': crypto.randomUUID(),
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'Server-Timing': 'app;dur=3.5',
    })),
  },
  'transport.header-name-case': {
    'lower-case': set('wire.spelling', () => (name: string) => name.toLowerCase()),
  },
  'transport.conditional-requests': { etag: dressed(etag) },
  'transport.cache-headers': { 'no-store': withHeaders(() => ({ 'Cache-Control': 'no-store' })) },
  'transport.cross-origin': { allowed: dressed(crossOrigin) },
  'transport.head-requests': {
    'status-404': headAs(() => {
      throw notFound('resource')
    }),
    'status-405': headAs(methodNotAllowed),
  },
  'transport.options-requests': {
    'status-204': unmatchedAs(
      (asked) => isOptions(asked) && isKnown(asked),
      (asked) => ({ status: 204, headers: withAllow(asked) }),
    ),
    'status-200': unmatchedAs(
      (asked) => isOptions(asked) && isKnown(asked),
      (asked) => ({ status: 200, headers: withAllow(asked) }),
    ),
    'status-401': unmatchedAs(isOptions, (asked) => {
      asked.authenticate()
      return null
    }),
    'status-405': unmatchedAs((asked) => isOptions(asked) && isKnown(asked), methodNotAllowed),
  },
  'transport.method-not-allowed': {
    'status-405': unmatchedAs(
      (asked) => isKnown(asked) && !['HEAD', 'OPTIONS'].includes(asked.method),
      methodNotAllowed,
    ),
  },
  'transport.trailing-slash': {
    'same-operation': replace('routing.path', (path) =>
      path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    ),
  },
  'transport.paths-outside-base': {
    'anything-else': unmatchedAs(
      ({ inBase }) => !inBase,
      () => website,
    ),
  },
  'transport.ping-text': {
    'another-word': set('present.liveness', 'up'),
  },
}

// Readings of HTTP itself: framing, the headers of an answer, methods and codings.
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { isAccount } from './account-answer.ts'
import { always, header, headerAt, isSuccess, operation, responseAt, statusReading } from './answers.ts'
import { absent, otherwise, present } from './cases.ts'
import { matches, type ExchangeObserver } from './observer.ts'
import { isJson, withBodies } from './sent-bodies.ts'

/** The headers of the contract and those that HTTP itself calls for. */
const usual =
  /^(?:x-ratelimit-(?:limit|remaining|reset)|content-(?:type|length|encoding)|date|connection|keep-alive|transfer-encoding|cache-control|etag|vary|sunset|deprecation|link|access-control-.*)$/i

const limitHeader = ({ response }: Answered): string | undefined =>
  response.headers.find(([name]) => name.toLowerCase() === 'x-ratelimit-limit')?.[0]

const framing = (exchange: Answered): string | null => {
  if (!isAccount(exchange)) return null
  if (headerAt(exchange, 'transfer-encoding') === 'chunked') return 'chunked'
  return headerAt(exchange, 'content-length') === undefined ? null : 'content-length'
}

const refusedMethod = (exchange: Answered): string | null => {
  const { operation: id, request, response } = exchange
  if (id !== null || request.method !== 'DELETE' || !/\/orders\/[^/]+$/.test(request.url)) return null
  if (response.status === 405) return 'status-405'
  // Without a token, so that nothing but the method can be the reason.
  const isBare = headerOf(request.headers, 'authorization') === undefined
  return isBare && response.status === 404 && responseAt(exchange, '/code') === 'not_found' ? 'status-404' : null
}

const coding = (exchange: Answered): string | null => {
  const { headers, body } = exchange.request
  if (!operation(exchange, ...withBodies) || body === null) return null
  if ((headerOf(headers, 'content-encoding') ?? 'identity') === 'identity') return null
  if (isSuccess(exchange)) return isJson(body) ? 'ignored' : 'decoded'
  // A body that is not in its coding is refused with 400 by those too that decode.
  return statusReading(exchange, 415)
}

export const observers: readonly ExchangeObserver[] = [
  { freedom: 'transport.body-framing', reading: framing },
  matches('transport.extra-response-headers', isAccount, ({ response }) => response.headers, {
    'none-of-note': (headers: Answered['response']['headers']) => headers.every(([name]) => usual.test(name)),
    'extra-headers': otherwise,
  }),
  matches('transport.header-name-case', always, limitHeader, {
    'as-written': 'X-RateLimit-Limit',
    'lower-case': 'x-ratelimit-limit',
  }),
  matches('transport.conditional-requests', isAccount, header('etag'), { 'no-validators': absent, etag: present }),
  matches('transport.cache-headers', isAccount, header('cache-control'), { absent, 'no-store': /no-store/ }),
  matches('transport.cross-origin', always, header('access-control-allow-origin'), { allowed: present }),
  { freedom: 'transport.method-not-allowed', reading: refusedMethod },
  { freedom: 'transport.request-content-coding', reading: coding },
]

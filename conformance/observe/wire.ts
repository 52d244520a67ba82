// Readings of headers and of JSON as text: framing, spelling, validators, white space, escapes, the order of keys.
import { isObject } from '../contract/is-object.ts'
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import { either, isSuccess, operation, responseAt, type ExchangeObserver } from './observer.ts'

const isAccount = (exchange: Answered): boolean => operation(exchange, 'getAccount') && isSuccess(exchange)
const headerIn = ({ response }: Answered, name: string): string | undefined => headerOf(response.headers, name)

/** The headers of the contract and those that HTTP itself calls for. */
const usual =
  /^(?:x-ratelimit-(?:limit|remaining|reset)|content-(?:type|length|encoding)|date|connection|keep-alive|transfer-encoding|cache-control|etag|vary|sunset|deprecation|link|access-control-.*)$/i

const accountKeys = ['client_id', 'environment', 'lender', 'company', 'scopes', 'rate_limit']

const isJsonAnswer = ({ response }: Answered): boolean => isObject(jsonOf(response.body))

const isNotFound = (body: Uint8Array): boolean => {
  const value = jsonOf(body)
  return isObject(value) && value['code'] === 'not_found'
}

/** What is left of a JSON text when its strings are taken out. */
const withoutStrings = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')

const beyondAscii = /[^\p{ASCII}]/u

export const wireObservers: readonly ExchangeObserver[] = [
  {
    freedom: 'transport.body-framing',
    reading: (exchange) => {
      if (!isAccount(exchange)) return null
      if (headerIn(exchange, 'transfer-encoding') === 'chunked') return 'chunked'
      return headerIn(exchange, 'content-length') === undefined ? null : 'content-length'
    },
  },
  {
    freedom: 'transport.extra-response-headers',
    reading: (exchange) =>
      isAccount(exchange)
        ? either(
            exchange.response.headers.every(([name]) => usual.test(name)),
            'none-of-note',
            'extra-headers',
          )
        : null,
  },
  {
    freedom: 'transport.header-name-case',
    reading: ({ response }) => {
      const name = response.headers.find(([given]) => given.toLowerCase() === 'x-ratelimit-limit')?.[0]
      if (name === 'X-RateLimit-Limit') return 'as-written'
      return name === 'x-ratelimit-limit' ? 'lower-case' : null
    },
  },
  {
    freedom: 'transport.conditional-requests',
    reading: (exchange) => {
      if (!isAccount(exchange)) return null
      return either(headerIn(exchange, 'etag') === undefined, 'no-validators', 'etag')
    },
  },
  {
    freedom: 'transport.cache-headers',
    reading: (exchange) => {
      if (!isAccount(exchange)) return null
      const header = headerIn(exchange, 'cache-control')
      return header === undefined ? 'absent' : header.includes('no-store') ? 'no-store' : null
    },
  },
  {
    freedom: 'transport.cross-origin',
    reading: (exchange) => (headerIn(exchange, 'access-control-allow-origin') === undefined ? null : 'allowed'),
  },
  {
    freedom: 'transport.method-not-allowed',
    reading: ({ operation: id, request, response }) => {
      if (id !== null || request.method !== 'DELETE' || !/\/orders\/[^/]+$/.test(request.url)) return null
      if (response.status === 405) return 'status-405'
      // Without a token, so that nothing but the method can be the reason.
      const isBare = headerOf(request.headers, 'authorization') === undefined
      return isBare && response.status === 404 && isNotFound(response.body) ? 'status-404' : null
    },
  },
  {
    freedom: 'versioning.retirement-headers',
    reading: (exchange) =>
      isAccount(exchange) ? either(headerIn(exchange, 'sunset') === undefined, 'absent', 'announced') : null,
  },
  {
    freedom: 'conventions.json-media-type',
    reading: (exchange) => {
      const type = headerIn(exchange, 'content-type') ?? ''
      if (/^application\/json\s*;\s*charset=/i.test(type)) return 'with-charset'
      return /^application\/json$/i.test(type.trim()) ? 'without-charset' : null
    },
  },
  {
    freedom: 'conventions.key-order',
    reading: (exchange) => {
      if (!isAccount(exchange)) return null
      const keys = Object.keys(jsonOf(exchange.response.body) as object).filter((key) => accountKeys.includes(key))
      return either(keys.join() === accountKeys.join(), 'as-listed', 'any-order')
    },
  },
  {
    freedom: 'conventions.json-whitespace',
    reading: (exchange) => {
      if (!isJsonAnswer(exchange)) return null
      return either(/\s/.test(withoutStrings(textOf(exchange.response.body)!.trim())), 'indented', 'compact')
    },
  },
  {
    freedom: 'conventions.non-ascii-escaping',
    reading: (exchange) => {
      if (!isJsonAnswer(exchange) || !beyondAscii.test(JSON.stringify(jsonOf(exchange.response.body)))) return null
      return either(beyondAscii.test(textOf(exchange.response.body)!), 'as-themselves', 'escaped')
    },
  },
  {
    freedom: 'versioning.extra-response-fields',
    reading: (exchange) => {
      if (!isAccount(exchange)) return null
      const keys = Object.keys(jsonOf(exchange.response.body) as object)
      return either(
        keys.every((key) => accountKeys.includes(key)),
        'none',
        'some',
      )
    },
  },
  {
    freedom: 'auth.challenge-header',
    reading: (exchange) => {
      const hasOwnForm = operation(exchange, 'requestToken', 'downloadDocument')
      if (exchange.response.status !== 401 || hasOwnForm || exchange.operation === null) return null
      return either(headerIn(exchange, 'www-authenticate') === undefined, 'absent', 'present')
    },
  },
  {
    freedom: 'auth.token-cache-header',
    reading: (exchange) => {
      if (!operation(exchange, 'requestToken') || !isSuccess(exchange)) return null
      return either((headerIn(exchange, 'cache-control') ?? '').includes('no-store'), 'no-store', 'absent')
    },
  },
  {
    freedom: 'auth.token-form',
    reading: (exchange) => {
      if (!operation(exchange, 'requestToken') || !isSuccess(exchange)) return null
      return either(
        String(responseAt(exchange, '/access_token')).split('.').length === 3,
        'structured-text',
        'random-text',
      )
    },
  },
]

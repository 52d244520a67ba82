// Readings of tokens: what they look like, how a request for one is refused, and what stands beside a refusal.
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { answered, header, operation, pointer, requestAt, statusOf, succeeded } from './answers.ts'
import { absent, otherwise, present } from './cases.ts'
import { parseForm } from './request-form.ts'
import { matches, type ExchangeObserver } from './observer.ts'

const isGranted = succeeded('requestToken')
const isBadRequest = answered(400, 'requestToken')

const hasOwnForm = ['requestToken', 'downloadDocument']

const isUnauthenticated = ({ operation: id, response }: Answered): boolean =>
  response.status === 401 && id !== null && !hasOwnForm.includes(id)

const isUnsupported = (exchange: Answered): boolean => {
  const grant = isBadRequest(exchange) ? parseForm(exchange).get('grant_type') : null
  return Boolean(grant) && grant !== 'client_credentials'
}

const isFailed = (exchange: Answered): boolean =>
  operation(exchange, 'requestToken') && [415, 429, 500, 503].includes(exchange.response.status)

/** JSON without a secret, beside the Basic scheme. */
const isBasicWithJson = (exchange: Answered): boolean => {
  const { headers } = exchange.request
  return (
    operation(exchange, 'requestToken') &&
    /^basic /i.test(headerOf(headers, 'authorization') ?? '') &&
    /^application\/json\b/i.test(headerOf(headers, 'content-type') ?? '') &&
    requestAt(exchange, '/client_secret') === undefined
  )
}

export const observers: readonly ExchangeObserver[] = [
  matches('auth.challenge-header', isUnauthenticated, header('www-authenticate'), { absent, present }),
  matches('auth.token-cache-header', isGranted, header('cache-control'), { 'no-store': /no-store/, absent: otherwise }),
  matches('auth.token-form', isGranted, pointer('/access_token'), {
    'structured-text': /^[^.]*\.[^.]*\.[^.]*$/,
    'random-text': otherwise,
  }),
  matches('auth.unsupported-grant-error', isUnsupported, pointer('/error'), {
    'invalid-request': 'invalid_request',
    'unauthorized-client': 'unauthorized_client',
    'unsupported-grant-type': otherwise,
  }),
  matches('auth.token-error-on-other-statuses', isFailed, pointer('/error'), {
    'invalid-request': 'invalid_request',
    'unauthorized-client': 'unauthorized_client',
  }),
  matches('auth.basic-with-json', isBasicWithJson, statusOf, { accepted: 200, refused: 400 }),
]

// Permitted readings of the freedoms of the area auth.
import { instead, misread, replace, set, skip, together } from '../operators/index.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { TokenClaims } from '../tokens.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { dressed, unmatchedAs } from './transport.ts'

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON Web Token to look at: a header, claims and a signature. */
const structured: ReadingPatch = ({ behaviour: { tokens } }) => {
  const { issue, read } = tokens
  const header = base64url({ alg: 'HS256', typ: 'at+jwt', kid: 'assay-2026-01', iss: 'https://auth.assay.invalid/' })
  tokens.issue = function (claims, key, nonce) {
    return `${header}.${issue.call(this, claims, key, nonce)}`
  }
  tokens.read = function (token, key) {
    return token.startsWith(`${header}.`) ? read.call(this, token.slice(header.length + 1), key) : undefined
  }
}

const renewed: ReadingPatch = ({ behaviour: { tokens } }) => {
  const kept = new Map<string, { token: string; expiresAt: number }>()
  const { grant, read } = tokens
  tokens.grant = function (claims, key, nonce) {
    const issuedAt = claims.expiresAt - this.lifetimeSeconds * 1000
    const held = kept.get(claims.clientId)
    const token = held && held.expiresAt > issuedAt ? held.token : grant.call(this, claims, key, nonce)
    kept.set(claims.clientId, { token, expiresAt: claims.expiresAt })
    return token
  }
  tokens.read = function (token, key): TokenClaims | undefined {
    const claims = read.call(this, token, key)
    const held = claims && kept.get(claims.clientId)
    return claims && held?.token === token ? { ...claims, expiresAt: held.expiresAt } : claims
  }
}

const withGrace = (seconds: number): ReadingPatch =>
  misread('tokens.isExpired', (claims, now) => [claims, now - seconds * 1000])

const otherwise = (error: string): ReadingPatch => set('problems.tokenErrorOtherwise', error)

/** Which code a 401 has; each kind of caller is decided for itself. */
export const codeFor =
  (caller: 'missing' | 'unknown' | 'foreign', code: string): ReadingPatch =>
  ({ behaviour: { problems } }) => {
    if (caller === 'missing') problems.missingToken = () => code
    if (caller === 'foreign') problems.foreignToken = () => code
    if (caller !== 'unknown') return
    // The other two go by this one unless they are shown otherwise.
    const { unauthenticated, missingToken, foreignToken } = problems
    problems.missingToken = () => missingToken.call({ ...problems, unauthenticated })
    problems.foreignToken = () => foreignToken.call({ ...problems, unauthenticated })
    problems.unauthenticated = code
  }

const codes = (caller: 'missing' | 'unknown' | 'foreign', own: string): Record<string, ReadingPatch> => ({
  'token-expired': codeFor(caller, 'token_expired'),
  'another-code': codeFor(caller, own),
})

const exactCase: ReadingPatch = replace('access.bearer', undefined, (header) => !header?.startsWith('Bearer '))

const withoutChallenge: ReadingPatch = dressed((out) => {
  const { 'WWW-Authenticate': _challenge, ...headers } = out.headers
  return { ...out, headers }
})

/** Only where the header has a credential: without one there is nothing to choose. */
const basicAndBody = (counts: 'header' | 'body'): ReadingPatch =>
  together(
    replace('tokens.isTwice', false),
    instead('tokens.gather', (usual, body, header, asked) => {
      const isInBody = body['client_secret'] !== undefined
      return usual(body, counts === 'body' && isInBody ? {} : header, asked)
    }),
  )

const basicForFormsOnly: ReadingPatch = ({ behaviour: { tokens } }) => {
  const { gather } = tokens
  const isJson = (contentType: string | undefined) => /^application\/json\b/i.test(contentType ?? '')
  tokens.gather = (body, header, asked) => gather.call(tokens, body, isJson(asked.contentType) ? {} : header, asked)
}

const scopeIgnored: ReadingPatch = misread('tokens.checkRequest', (request) => [{ ...request, scope: undefined }])

const tokenParameters = ['grant_type', 'client_id', 'client_secret', 'scope']

const furtherRefused: ReadingPatch = replace('tokens.checkNames', (names) => {
  const further = names.find((name) => !tokenParameters.includes(name))
  if (further === undefined) return
  throw new Refusal('invalid_request', `${further} is not a parameter of a token request.`, { status: 400 })
})

const mediaTypes: Record<string, string> = { uploadDocument: 'multipart/form-data', createOrder: 'application/json' }

const bodyBeforeToken =
  (refusal: (problems: Behaviour['problems']) => Refusal): ReadingPatch =>
  ({ behaviour: { access, problems } }) => {
    const { beforeToken } = access
    access.beforeToken = (operationId, request, authorization) => {
      const expected = mediaTypes[operationId]
      const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
      if (authorization === undefined && expected !== undefined && type !== expected) throw refusal(problems)
      beforeToken.call(access, operationId, request, authorization)
    }
  }

const untypedRefused: ReadingPatch = replace('bodies.untypedTokenRequest', () => {
  throw new Refusal('invalid_request', 'The content type of the token request is missing.', { status: 400 })
})

export const auth: AreaReadings = {
  'auth.token-form': { 'structured-text': structured },
  'auth.repeated-token-request': { 'same-token-renewed': renewed },
  'auth.expiry-edge': { 'small-grace': withGrace(5), 'five-minutes': withGrace(300) },
  'auth.unsupported-grant-error': {
    'invalid-request': set('tokens.unsupportedGrant', 'invalid_request'),
    'unauthorized-client': set('tokens.unsupportedGrant', 'unauthorized_client'),
  },
  'auth.token-error-on-other-statuses': {
    'unauthorized-client': otherwise('unauthorized_client'),
  },
  'auth.revoked-token-code': {
    'invalid-client': set('problems.revokedToken', 'invalid_client'),
  },
  'auth.missing-token-code': { 'another-code': codeFor('missing', 'unauthorized') },
  'auth.garbage-token-code': codes('unknown', 'invalid_token'),
  'auth.other-environment-token-code': { 'another-code': codeFor('foreign', 'wrong_environment') },
  'auth.scheme-case': { 'exact-case': exactCase },
  'auth.challenge-header': { absent: withoutChallenge },
  'auth.token-cache-header': {
    absent: set('tokens.headers', {}),
  },
  'auth.basic-with-json': { refused: basicForFormsOnly },
  'auth.basic-and-body': { 'header-counts': basicAndBody('header'), 'body-counts': basicAndBody('body') },
  'auth.basic-percent-encoding': {
    literal: replace('tokens.basicHalf', (text) => text),
  },
  'auth.secret-in-query': {
    ignored: skip('tokens.checkQuery'),
  },
  'auth.scope-parameter': { ignored: scopeIgnored },
  'auth.extra-token-parameters': { 'invalid-request': furtherRefused },
  'auth.unknown-path-without-token': {
    'status-401': unmatchedAs(
      ({ allowed, inBase }) => inBase && allowed.length === 0,
      (asked) => {
        asked.authenticate()
        return null
      },
    ),
  },
  'auth.unsupported-media-precedence': {
    'status-415': bodyBeforeToken(
      () => new Refusal('unsupported_media_type', 'The content type is not one that this operation takes.'),
    ),
    'status-400': bodyBeforeToken(
      ({ unreadable }) => new Refusal(unreadable, 'The request body cannot be read.', { status: 400 }),
    ),
  },
  'auth.token-content-type-missing': {
    'status-400': untypedRefused,
    'read-as-form': replace('bodies.untypedTokenRequest', 'application/x-www-form-urlencoded'),
  },
  'auth.token-endpoint-other-methods': {
    'token-error-body': replace('problems.isTokenRefusal', ({ isTokenPath }) => isTokenPath),
  },
}

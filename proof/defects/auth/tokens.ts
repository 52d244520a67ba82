// Defects of access tokens: where they are read from, how long they are valid, and what ends them.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import type { Defect } from '../defect.ts'
import { inForm, withoutStep, as } from './credentials.ts'

/** A bad token that is refused for one reason is refused for another. */
const tokenRefusedAs = (code: string, other: string): Mutation =>
  op.wrap('access.unauthenticated', (refusal, given) => (given === code ? as(other, 401)(refusal) : refusal))

/** Of the tokens of a client, only those issued last are read. */
const latest = (count: number): Mutation =>
  op.perTarget((kept = new Map<string, string[]>()) => [
    op.wrap('tokens.read', (claims, token) =>
      claims && (kept.get(claims.clientId) ?? [token]).includes(token) ? claims : undefined,
    ),
    op.wrap('tokens.issue', (token, { clientId }) => {
      kept.set(clientId, [...(kept.get(clientId) ?? []), token].slice(-count))
      return token
    }),
  ])

/** What is changed takes effect in some operations alone. */
const onSomePaths = (paths: RegExp, change: (isThere: () => boolean) => [Mutation, ...Mutation[]]): Mutation =>
  op.perTarget((url = '') => [
    ...change(() => paths.test(url)),
    op.note('access.authorization', (request) => {
      url = request.url ?? ''
    }),
  ])

/** A dead token is taken for one reason to refuse it, by calls that have a body. */
const mayStillWrite = (reason: 'tokens.isExpired' | 'tokens.isRevoked'): Mutation =>
  op.perTarget((hasBody = false) => [
    op.refuse(reason, () => hasBody),
    op.note('access.authorization', ({ headers }) => {
      hasBody = headers['content-type'] !== undefined
    }),
    op.note('tokens.gather', () => {
      hasBody = false
    }),
  ])

/** A revocation ends the token of a client that was issued last. */
const newestOnly: Mutation = op.mutation('accept', ({ tokens }) => {
  const newest = new Map<string, string>()
  const { grant, read, isRevoked, checkClient } = tokens
  let isNewest = true
  tokens.grant = function noted(claims, key, nonce) {
    const token = grant.call(this, claims, key, nonce)
    newest.set(claims.clientId, token)
    return token
  }
  tokens.read = (token, key) => {
    const claims = read(token, key)
    isNewest = claims === undefined || (newest.get(claims.clientId) ?? token) === token
    return claims
  }
  tokens.checkClient = function fresh(...given) {
    isNewest = true
    return checkClient.apply(this, given)
  }
  tokens.isRevoked = (client) => isNewest && isRevoked(client)
})

export const authTokens: readonly Defect[] = rows({
  'token-ends-a-minute-early': {
    breaks: 'auth.token-is-valid-for-60-minutes',
    bug: 'A token is refused from the minute before its end on, so that no client is surprised by it.',
    deep: 'only in the last minute of a token',
    apply: op.accept('tokens.isExpired', ({ expiresAt }, now) => now > expiresAt - 59_000),
  },
  'token-by-json-is-an-object': {
    breaks: 'auth.access-token-is-a-string',
    bug: 'Who asks for a token in JSON gets it as an object with its kind.',
    deep: 'only when asked for in JSON',
    apply: inForm('json', (isMeant) =>
      op.retype('tokens.response', 'access_token', (token) => (isMeant() ? { value: token, kind: 'opaque' } : token)),
    ),
  },
  'ping-asks-for-a-token-once-there-is-one': {
    breaks: 'auth.ping-needs-no-credential',
    bug: 'The middleware that lets anonymous calls pass does so only until somebody has logged in.',
    deep: 'only after the first token',
    apply: op.perTarget((isInUse = false) => [
      op.answer('ping', (given, asker) =>
        isInUse && asker?.clientId === undefined
          ? new Refusal('invalid_client', 'A valid access token is required.', { status: 401 })
          : given,
      ),
      op.note('tokens.response', () => (isInUse = true)),
    ]),
  },
  'download-link-carries-the-token': {
    breaks: 'auth.service-puts-no-secret-in-a-url',
    bug: 'The token of the caller is put into the download link, so that the file server can look it up.',
    apply: op.perTarget((last = '') => [
      op.wrap('links.url', (url) => `${url}&access_token=${last}`),
      op.wrap('access.bearer', (token) => {
        last = token ?? last
        return token
      }),
    ]),
  },
  'revocation-ends-the-newest-token': {
    breaks: 'auth.revocation-kills-issued-tokens-at-once',
    bug: 'A revocation ends the token of the client that was issued last, and those before it go on working.',
    deep: 'only for a client that has asked for a token twice',
    apply: newestOnly,
  },
  'dead-token-opens-the-feed': {
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'The feed and the documents look only at who signed a token, so that one that expired or was revoked opens them.',
    also: ['auth.revocation-kills-issued-tokens-at-once'],
    deep: 'only in some operations',
    apply: onSomePaths(/\/(events|documents)/, (isThere) => [
      op.refuse('tokens.isExpired', isThere),
      op.refuse('tokens.isRevoked', isThere),
    ]),
  },
  'expired-token-opens-a-document': {
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'A document is read by another service, which checks who signed a token and not how long it is valid.',
    deep: 'only in one operation',
    apply: onSomePaths(/\/v1\/documents\//, (isThere) => [op.refuse('tokens.isExpired', isThere)]),
  },
  'sandbox-token-opens-the-catalog-of-production': {
    breaks: 'auth.sandbox-token-opens-nothing-in-production',
    bug: 'The catalog, which is the same for both environments, takes the token of either.',
    deep: 'only in one operation',
    apply: onSomePaths(/\/order-types/, (isThere) => [
      op.wrap('tokens.belongsHere', (belongs) => belongs || isThere()),
    ]),
  },
  'expired-token-writes': {
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'The life of a token is checked where a call is read from its address; calls with a body pass another middleware.',
    deep: 'only in calls with a body',
    apply: mayStillWrite('tokens.isExpired'),
  },
  'revoked-token-writes': {
    breaks: 'auth.revocation-kills-issued-tokens-at-once',
    bug: 'The revocation of a client is looked up where a call is read from its address; calls with a body pass another middleware.',
    deep: 'only in calls with a body',
    apply: mayStillWrite('tokens.isRevoked'),
  },
  'documents-need-another-scope': {
    breaks: 'auth.a-bearer-token-opens-every-operation',
    bug: 'The list of documents asks for a scope that no token has.',
    apply: op.answer('listDocuments', () => op.failure(401, 'invalid_client', 'The scope documents is needed.')),
  },
  'missing-token-is-400': {
    breaks: 'auth.missing-token-is-refused',
    bug: 'A missing token counts as a missing header of the request.',
    apply: op.together(
      op.replace(
        'access.unauthenticated',
        (code) => new Refusal(code, 'A token is missing.', { status: 400 }),
        (code) => code === 'token_missing',
      ),
      op.set('problems.unauthenticated', 'token_missing'),
    ),
  },
  'more-after-the-signature-is-passed-over': {
    breaks: 'auth.unknown-token-is-refused',
    bug: 'What stands behind the signature of a token is not looked at.',
    deep: 'only with more behind a token',
    apply: op.misread('tokens.read', (token, ...others) => [token.split('.').slice(0, 2).join('.'), ...others]),
  },
  'token-signature-not-checked': {
    breaks: 'auth.unknown-token-is-refused',
    bug: 'The claims of a token are read without checking its signature.',
    apply: op.replace('tokens.read', (token) => {
      try {
        const [clientId, environment, expiresAt] = JSON.parse(
          Buffer.from(token.split('.')[0]!, 'base64url').toString(),
        ) as [string, string, number]
        return { clientId, environment, expiresAt }
      } catch {
        return undefined
      }
    }),
  },
  'any-scheme-accepted': {
    breaks: 'auth.other-scheme-is-no-token',
    bug: 'The token is whatever stands after the first space of the Authorization header.',
    apply: op.replace('access.bearer', (header) => header?.split(' ')[1]),
  },
  'token-read-from-the-query': {
    breaks: 'auth.token-in-a-query-string-is-no-token',
    bug: 'The OAuth library takes the token from the query string as well.',
    apply: op.instead('access.authorization', (usual, request, query) => {
      const token = query.get('access_token')
      return usual(request, query) ?? (token === null ? undefined : `Bearer ${token}`)
    }),
  },
  'sandbox-token-works-in-production': {
    breaks: 'auth.sandbox-token-opens-nothing-in-production',
    bug: 'A token is checked for its signature and life, not for the environment it was given in.',
    apply: withoutStep('environment'),
  },
  'production-token-works-in-the-sandbox': {
    breaks: 'auth.production-token-opens-nothing-in-the-sandbox',
    bug: 'The sandbox, thought to need less care, takes any token of the service.',
    apply: op.accept('tokens.belongsHere', (holder, environment) => 'clientId' in holder && environment === 'sandbox'),
  },
  'token-lives-half-an-hour': {
    breaks: 'auth.token-is-valid-for-60-minutes',
    bug: 'Tokens are kept in a cache that forgets them after half an hour.',
    apply: op.misread('tokens.isExpired', (claims, now) => [claims, now + 1_800_000]),
  },
  'token-never-expires': {
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'The life of a token is announced and never checked.',
    apply: op.replace('tokens.isExpired', false),
  },
  'new-token-ends-the-old-one': {
    breaks: 'auth.new-token-leaves-the-old-one-valid',
    bug: 'A client has one token at a time: a new one takes the place of the old one.',
    apply: latest(1),
  },
  'fourth-token-ends-the-first': {
    breaks: 'auth.new-token-leaves-the-old-one-valid',
    bug: 'Three tokens are kept for each client, and the next takes the place of the oldest.',
    deep: 'only with the fourth token of a client',
    apply: latest(3),
  },
  'late-token-ends-the-old-one': {
    breaks: 'auth.new-token-leaves-the-old-one-valid',
    bug: 'A token that is asked for in the last minutes of another one takes its place at once.',
    deep: 'only for a token in its last minutes',
    apply: op.perTarget((held = new Map<string, { token: string; expiresAt: number }>(), ended = new Set<string>()) => [
      op.wrap('tokens.grant', (token, { clientId, expiresAt }) => {
        const before = held.get(clientId)
        if (before && expiresAt - before.expiresAt > 50 * 60_000) ended.add(before.token)
        held.set(clientId, { token, expiresAt })
        return token
      }),
      op.wrap('tokens.read', (claims, token) => (ended.has(token) ? undefined : claims)),
    ]),
  },
  'expired-token-is-invalid': {
    breaks: 'auth.expired-token-has-code-token-expired',
    bug: 'An expired token is refused like any other bad one.',
    apply: tokenRefusedAs('token_expired', 'invalid_client'),
  },
  'revoked-client-gets-token-expired': {
    breaks: 'auth.revoked-client-has-its-code',
    bug: 'The token of a revoked client is refused as expired, so that its caller tries for ever.',
    apply: tokenRefusedAs('client_revoked', 'token_expired'),
  },
})

// Defects that break rules of the area auth.
import * as op from '../operators/index.ts'
import type { Mutation } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { AccountKey, Client } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Defect } from './defect.ts'

const as = (code: string, status: number) => (refusal: Refusal) => new Refusal(code, refusal.message, { status })

/** A token request without a grant type, and one without a whole credential, are refused as something else. */
const withoutGrantAs = (code: string, status: number): Mutation =>
  op.refusedAs('tokens.checkRequest', (refusal, { grantType }) =>
    grantType === undefined ? as(code, status)(refusal) : refusal,
  )
const withoutCredentialAs = (code: string, status: number): Mutation =>
  op.refusedAs('tokens.checkRequest', (refusal) =>
    /client id or the client secret/.test(refusal.message) ? as(code, status)(refusal) : refusal,
  )

/** A credential that does not count is refused as something else. */
const credentialAs = (code: string, status: number, isMeant: (client?: Client) => boolean = () => true): Mutation =>
  op.refusedAs('tokens.checkClient', (refusal, client) => (isMeant(client) ? as(code, status)(refusal) : refusal))

const isUnknown = (client?: Client): boolean => client === undefined

/** The lender or the company of the account read has another id at every read. */
const renumbered = (part: 'lender' | 'company'): Mutation =>
  op.perTarget((reads = 0) => op.falsify('access.account', `${part}.id`, (id) => `${String(id)}_${(reads += 1)}`))

/** A token is checked for less. */
const withoutStep = (step: 'environment' | 'revoked'): Mutation =>
  op.set('access.order', (usual) => usual.filter((one) => one !== step))

/** The token endpoint of one environment does not look at that of a credential. */
const takesAnyCredential = (where: 'production' | 'sandbox'): Mutation =>
  op.misread('tokens.checkClient', (client, secret, environment) => [
    client,
    secret,
    environment === where && client ? client.environment : environment,
  ])

/** A bad token that is refused for one reason is refused for another. */
const tokenRefusedAs = (code: string, other: string): Mutation =>
  op.wrap('access.unauthenticated', (refusal, given) => (given === code ? as(other, 401)(refusal) : refusal))

type Form = 'form' | 'json' | 'basic'

/** Changes what becomes of token requests of one form. */
const inForm = (form: Form, change: (isMeant: () => boolean) => Mutation): Mutation =>
  op.perTarget((asked: Form | null = null) => [
    change(() => asked === form),
    op.note('tokens.gather', (_body, header, { contentType = '' }) => {
      const inBody = /json/.test(contentType) ? 'json' : 'form'
      asked = header.client_id === undefined ? inBody : 'basic'
    }),
  ])

/** In the sandbox, only the first token that is asked for by form is given. */
const oneByForm = (refusal: () => Refusal): Mutation =>
  inForm('form', (isMeant) =>
    op.answerFrom(2, 'requestToken', refusal, (_given, asker) => asker?.environment === 'sandbox' && isMeant()),
  )

const anySecret = (form: Form): Mutation =>
  inForm(form, (isMeant) => op.wrap('tokens.secretMatches', (matches) => matches || isMeant()))

/** The grant type counts as the one of the contract. */
const anyGrant = (form: Form, isTaken: (sent: unknown) => boolean): Mutation =>
  inForm(form, (isMeant) =>
    op.misread('tokens.checkRequest', (request) => [
      isMeant() && isTaken(request.grantType) ? { ...request, grantType: 'client_credentials' } : request,
    ]),
  )

/** The token endpoint does not look at the revocation of a client. */
const unrevoked = (isMeant: () => boolean): Mutation =>
  op.mutation('skip', ({ tokens }) => {
    const { checkClient } = tokens
    tokens.checkClient = function unrevoked(...given) {
      return checkClient.apply(isMeant() ? { ...this, isRevoked: () => false } : this, given)
    }
  })

const withoutEnvironment = (account: string): string => account.slice(0, account.lastIndexOf(':'))

const isMissing = (sent: unknown): boolean => sent === undefined

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

export const auth: readonly Defect[] = rows({
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
  'second-token-is-201': {
    breaks: 'auth.token-response-is-200',
    bug: 'A token that is made beside another counts as a creation.',
    deep: 'only from the second token on',
    apply: op.answerFrom(2, 'requestToken', (given) => ({ ...given, status: 201 })),
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
  'lender-id-per-call': {
    breaks: 'auth.credential-belongs-to-one-lender-account',
    bug: 'The lender of a credential is looked up in a table that has it twice.',
    apply: renumbered('lender'),
  },
  'company-id-per-call': {
    breaks: 'auth.credential-belongs-to-one-company',
    bug: 'The company of a credential is looked up in a table that has it twice.',
    apply: renumbered('company'),
  },
  'orders-seen-in-either-environment': {
    breaks: 'auth.order-of-one-environment-is-404-in-the-other',
    bug: 'An order is looked up by its lender, whichever environment it was placed in.',
    apply: op.accept(
      'access.sees',
      (account, resource) => withoutEnvironment(resource.account) === withoutEnvironment(account),
    ),
  },
  'header-names-the-lender': {
    breaks: 'auth.credential-alone-decides-where-an-order-belongs',
    bug: 'A header of the internal gateway that names the lender is believed when the caller sends it.',
    apply: op.instead('access.lenderIdOf', (usual, client, headers) => {
      const named = headers['x-lender-id']
      return typeof named === 'string' ? named : usual(client, headers)
    }),
  },
  'token-type-is-access-token': {
    breaks: 'auth.token-type-is-bearer',
    bug: 'The token response names the kind of token by its JWT type.',
    apply: op.falsify('tokens.response', 'token_type', 'at+jwt'),
  },
  'expires-in-is-a-text': {
    breaks: 'auth.expires-in-is-3600',
    bug: 'The token response gives the seconds as a text.',
    apply: op.retype('tokens.response', 'expires_in', String),
  },
  'scope-lists-operations': {
    breaks: 'auth.scope-is-lender',
    bug: 'The token response lists finer scopes than the contract has.',
    apply: op.falsify('tokens.response', 'scope', 'orders:read orders:write'),
  },
  'refresh-token-issued': {
    breaks: 'auth.no-refresh-token-is-issued',
    bug: 'The OAuth library issues a refresh token along with the access token.',
    apply: op.add('tokens.response', (body) => (body['refresh_token'] = 'a-refresh-token')),
  },
  'json-token-request-not-read': {
    breaks: 'auth.token-request-takes-json',
    bug: 'Only form-encoded token requests have their fields read.',
    apply: op.instead('tokens.gather', (usual, body, header, asked) => {
      const isForm = asked.contentType?.startsWith('application/x-www-form-urlencoded')
      return usual(isForm ? body : {}, header, asked)
    }),
  },
  'basic-header-not-read': {
    breaks: 'auth.token-request-takes-basic-header-with-form',
    bug: 'The Basic header of a token request is not looked at.',
    apply: op.misread('tokens.gather', (body) => [body, {}]),
  },
  'token-request-type-is-400': {
    breaks: 'auth.token-request-of-other-content-type-is-refused',
    bug: 'A token request of another content type counts as unreadable.',
    apply: op.set('problems.statusOf', (usual) => ({ ...usual, unsupported_media_type: 400 })),
  },
  'any-grant-type-will-do': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'The grant type must be there, but its value is not looked at.',
    apply: op.misread('tokens.checkRequest', (request) => [
      request.grantType ? { ...request, grantType: 'client_credentials' } : request,
    ]),
  },
  'any-grant-type-will-do-in-json': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'In a token request in JSON the grant type must be there, but its value is not looked at.',
    deep: 'only for a token request in JSON',
    apply: anyGrant('json', (sent) => !isMissing(sent)),
  },
  'any-grant-type-will-do-with-a-basic-header': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'Where the credential comes in a Basic header, the value of the grant type is not looked at.',
    deep: 'only for a credential in a Basic header',
    apply: anyGrant('basic', (sent) => !isMissing(sent)),
  },
  'other-grant-is-invalid-grant': {
    breaks: 'auth.unsupported-grant-type-has-its-error',
    bug: 'An unsupported grant type is refused as an invalid grant, which is another thing.',
    apply: op.set('tokens.unsupportedGrant', 'invalid_grant'),
  },
  'credentials-read-from-the-query': {
    breaks: 'auth.credentials-in-a-query-string-get-no-token',
    bug: 'The framework merges query and body, so that credentials in the query string work.',
    apply: op.together(
      op.skip('tokens.checkQuery'),
      op.wrap('tokens.gather', (gathered, _body, _header, { query }) => ({
        ...Object.fromEntries(query),
        ...gathered,
      })),
    ),
  },
  'wrong-secret-is-403': {
    breaks: 'auth.token-errors-are-the-declared-ones',
    bug: 'A refused credential is answered 403.',
    apply: credentialAs('invalid_client', 403),
  },
  'token-errors-in-the-standard-body': {
    breaks: 'auth.token-error-has-error',
    bug: 'The token endpoint answers errors in the body that the rest of the interface has.',
    apply: op.wrap('problems.tokenBody', ({ error, error_description, ...rest }) => ({
      code: error,
      message: error_description,
      ...rest,
    })),
  },
  'token-errors-without-description': {
    breaks: 'auth.token-error-has-error-description',
    bug: 'Token errors have no description.',
    apply: op.drop('problems.tokenBody', 'error_description'),
  },
  'token-errors-without-correlation-id': {
    breaks: 'auth.token-error-has-correlation-id',
    bug: 'The correlation id is missing from token errors, which another library writes.',
    apply: op.drop('problems.tokenBody', 'correlation_id'),
  },
  'token-error-of-its-own': {
    breaks: 'auth.token-error-is-one-of-six',
    bug: 'An unreadable token request is refused with an error that RFC 6749 does not know.',
    apply: op.falsify('problems.tokenBody', 'error', (error) => (error === 'invalid_request' ? 'bad_request' : error)),
  },
  'missing-grant-type-is-401': {
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'A token request without a grant type is taken for one without a credential.',
    apply: withoutGrantAs('invalid_request', 401),
  },
  'json-without-a-grant-type-will-do': {
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'In a token request in JSON the grant type has a default.',
    deep: 'only for a token request in JSON',
    apply: anyGrant('json', isMissing),
  },
  'basic-header-without-a-grant-type-will-do': {
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'Where the credential comes in a Basic header, the grant type has a default.',
    deep: 'only for a credential in a Basic header',
    apply: anyGrant('basic', isMissing),
  },
  'missing-grant-type-is-unsupported': {
    breaks: 'auth.token-missing-grant-type-has-its-error',
    bug: 'A missing grant type is looked up like any other, and is refused as an unsupported one.',
    apply: withoutGrantAs('unsupported_grant_type', 400),
  },
  'missing-grant-type-is-invalid-grant': {
    breaks: 'auth.token-missing-grant-type-has-its-error',
    bug: 'A token request without a grant type is refused as an invalid grant.',
    apply: withoutGrantAs('invalid_grant', 400),
  },
  'missing-credential-is-401': {
    breaks: 'auth.token-missing-credential-is-400',
    bug: 'A missing client secret is compared with the right one, and found to be wrong.',
    apply: withoutCredentialAs('invalid_client', 401),
  },
  'missing-credential-is-invalid-client': {
    breaks: 'auth.token-missing-credential-is-invalid-request',
    bug: 'A token request without a client secret is refused as of an invalid client.',
    apply: withoutCredentialAs('invalid_client', 400),
  },
  'unknown-client-is-404': {
    breaks: 'auth.token-wrong-client-id-is-401',
    bug: 'An unknown client id is answered 404, like any record that is not there.',
    apply: credentialAs('invalid_client', 404, isUnknown),
  },
  'unknown-client-is-unauthorized-client': {
    breaks: 'auth.token-wrong-client-id-is-invalid-client',
    bug: 'An unknown client id is answered differently from a wrong secret.',
    apply: credentialAs('unauthorized_client', 401, isUnknown),
  },
  'secret-prefix-is-enough': {
    breaks: 'auth.token-wrong-secret-is-401',
    bug: 'The secret is compared over the length of the right one only.',
    apply: op.replace('tokens.secretMatches', (client, secret) => secret.startsWith(client.secret)),
  },
  'any-secret-in-json': {
    breaks: 'auth.token-wrong-secret-is-401',
    bug: 'In a token request in JSON the secret must be there, and is not compared.',
    deep: 'only for a token request in JSON',
    apply: anySecret('json'),
  },
  'any-secret-in-a-basic-header': {
    breaks: 'auth.token-wrong-secret-is-401',
    bug: 'The secret of a Basic header must be there, and is not compared.',
    deep: 'only for a credential in a Basic header',
    apply: anySecret('basic'),
  },
  'wrong-secret-is-invalid-grant': {
    breaks: 'auth.token-wrong-secret-is-invalid-client',
    bug: 'A wrong secret is refused with the word of the password grant.',
    apply: credentialAs('invalid_grant', 401),
  },
  'revoked-client-is-unauthorized-client': {
    breaks: 'auth.token-revoked-client-has-its-error',
    bug: 'A revoked client is refused at the token endpoint as not authorized for the grant.',
    apply: credentialAs('unauthorized_client', 401, (client) => typeof client?.revoked_at === 'number'),
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
  'any-scheme-will-do': {
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
  'production-grants-no-tokens': {
    breaks: 'auth.production-serves-tokens-at-its-own-address',
    bug: 'The token endpoint knows the sandbox credentials only.',
    apply: op.misread('tokens.checkClient', (client, _secret, environment) => [
      environment === 'sandbox' ? client : undefined,
    ]),
  },
  'sandbox-credential-works-in-production': {
    breaks: 'auth.sandbox-credential-gets-no-production-token',
    bug: 'The token endpoint of production does not look at the environment of a credential.',
    apply: takesAnyCredential('production'),
  },
  'production-credential-works-in-the-sandbox': {
    breaks: 'auth.production-credential-gets-no-sandbox-token',
    bug: 'The token endpoint of the sandbox does not look at the environment of a credential.',
    apply: takesAnyCredential('sandbox'),
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
  'account-shows-the-secret': {
    breaks: 'auth.secret-is-never-shown-by-the-interface',
    bug: 'The account read serialises the whole credential.',
    apply: op.instead('access.account', (usual, client, ...rest) => ({
      ...usual(client, ...rest),
      client_secret: client.secret,
    })),
  },
  'order-list-cached-for-everyone': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'The key under which order lists are cached lacks the account.',
    apply: op.stale('access.listed'),
  },
  'order-number-of-anybody': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'An order that is listed by its number is looked up by that alone, for any lender.',
    deep: 'only with the filter by number',
    apply: op.perTarget((accounts = new Set<AccountKey>()) => [
      op.instead('lists.orders', (usual, store, account, filter, cut) => {
        const own = usual(store, account, filter, cut)
        if (filter.order_number === undefined || own.total > 0) return own
        const others = [...accounts].map((other) => usual(store, other, filter, cut))
        return others.find(({ total }) => total > 0) ?? own
      }),
      op.note('present.dates', ({ account }) => accounts.add(account)),
    ]),
  },
  'quoted-document-of-anybody': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'Documents quoted in a message are looked up by id alone, and shown as attached for any lender.',
    deep: 'only for one role',
    apply: op.perTarget(
      (
        table = new Map<unknown, Record<string, unknown>>(),
        attached = new Map<string, Record<string, unknown>[]>(),
        quoted: Record<string, unknown>[] = [],
      ) => [
        op.misread('present.message', (record, attachments) => {
          if (!attached.has(record.id)) attached.set(record.id, quoted.splice(0))
          return [record, [...attachments, ...attached.get(record.id)!]]
        }),
        op.wrap('present.document', (shown, { id }) => {
          table.set(id, shown)
          return shown
        }),
        op.instead('problems.unknownDocuments', (usual, operationId, details) => {
          const found = details.map(({ value }) => table.get(value)).filter((one) => one !== undefined)
          if (operationId !== 'sendMessage' || found.length < details.length) return usual(operationId, details)
          quoted = found
          return null
        }),
      ],
    ),
  },
  'second-credential-lists-nothing': {
    breaks: 'auth.credentials-of-one-account-see-the-same-orders',
    bug: 'Orders belong to the client that placed them instead of its lender account.',
    apply: op.edit(
      'listOrders',
      (list) => Object.assign(list, { data: [], total: 0, total_pages: 0 }),
      (_answer, asker) => asker?.clientId?.endsWith('_2') ?? false,
    ),
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
  'expired-token-is-invalid': {
    breaks: 'auth.expired-token-has-code-token-expired',
    bug: 'An expired token is refused like any other bad one.',
    apply: tokenRefusedAs('token_expired', 'invalid_client'),
  },
  'revoked-client-gets-tokens': {
    breaks: 'auth.revoked-client-gets-no-token',
    bug: 'The token endpoint does not look at the revocation of a client.',
    apply: unrevoked(() => true),
  },
  'revoked-client-gets-tokens-by-basic': {
    breaks: 'auth.revoked-client-gets-no-token',
    bug: 'The Basic header is looked at by code that does not know of revocations.',
    deep: 'only for a credential in a Basic header',
    apply: inForm('basic', unrevoked),
  },
  'revoked-tokens-live-on': {
    breaks: 'auth.revocation-kills-issued-tokens-at-once',
    bug: 'Tokens issued before a revocation are good until they expire.',
    apply: withoutStep('revoked'),
  },
  'revoked-client-is-told-to-renew': {
    breaks: 'auth.revoked-client-is-told-by-the-code',
    bug: 'The token of a revoked client is refused as expired, so that its caller tries for ever.',
    apply: tokenRefusedAs('client_revoked', 'token_expired'),
  },
  'second-credential-replaces-the-first': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'A credential that was just made works from the next minute on, when the list of clients is loaded again.',
    apply: op.perTarget((loadedAt?: number) =>
      op.misread('tokens.checkClient', (client, ...rest) => {
        loadedAt ??= Date.now()
        return [client && client.created_at > loadedAt ? undefined : client, ...rest]
      }),
    ),
  },
  'revocation-takes-the-whole-lender': {
    breaks: 'auth.revoking-one-credential-leaves-the-other',
    bug: 'A revocation is noted with the lender, and with it falls every credential.',
    apply: op.perTarget((fallen = new Set<string>()) =>
      op.replace('tokens.isRevoked', ({ revoked_at, created_at, lender_id }) => {
        if (revoked_at !== null && revoked_at > created_at) fallen.add(lender_id)
        return revoked_at !== null || fallen.has(lender_id)
      }),
    ),
  },
  'foreign-order-is-403': {
    breaks: 'auth.resource-of-another-account-is-404',
    bug: 'An order of another lender is refused with 403, which shows that it is there.',
    apply: op.instead('access.find', (usual, account, resource, what) => {
      if (resource && resource.account !== account)
        throw new Refusal('action_not_permitted_for_client', 'This is not yours.', { status: 403 })
      return usual(account, resource, what) as never
    }),
  },
  'orders-of-everyone': {
    breaks: 'auth.resource-of-another-company-is-404',
    bug: 'An order is looked up by its id alone.',
    apply: op.accept('access.sees'),
  },
  'token-needs-a-token': {
    breaks: 'auth.token-request-needs-no-bearer-token',
    bug: 'A client that has had a token must show it to get another.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('invalid_client', 'A token is required to renew it.', { status: 401 })),
  },
  'form-read-once': {
    breaks: 'auth.token-request-takes-form-encoding',
    bug: 'The parser of form bodies is spent by the first of them, and the next ones are read as empty.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('invalid_request', 'grant_type is missing.', { status: 400 })),
  },
  'sandbox-tokens-move-to-production': {
    breaks: 'auth.sandbox-serves-tokens-at-its-own-address',
    bug: 'Once set up, the sandbox sends its callers to production for their tokens.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('not_found', 'Tokens are given in production.', { status: 404 })),
  },
})

// Defects that break rules of the area auth.
import { accept, instead, misread, replace, set, wrap } from '../operators/index.ts'
import type { AccountKey, Client } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'

type Apply = Defect['apply']
type Body = Record<string, unknown>

/** Changes the token response. */
const granting = (change: (body: Body) => Body): Apply => wrap('tokens.response', (usual) => change(usual))

/** Changes the body of token errors. */
const refusing = (change: (body: Body) => Body): Apply => wrap('problems.tokenBody', (usual) => change(usual))

type Step = 'checkRequest' | 'checkClient'

/** Turns the refusals of one step of a token request into others. */
const refusingAs =
  (step: Step, turn: (refusal: Refusal, given: unknown[]) => Refusal): Apply =>
  ({ tokens }) => {
    const original = tokens[step] as (...given: unknown[]) => unknown
    const changed = function changedStep(this: Behaviour['tokens'], ...given: unknown[]) {
      try {
        return original.apply(this, given)
      } catch (error) {
        throw error instanceof Refusal ? turn(error, given) : error
      }
    }
    Object.assign(tokens, { [step]: changed })
  }

const as = (code: string, status: number) => (refusal: Refusal) => new Refusal(code, refusal.message, { status })

const when =
  (applies: (refusal: Refusal, given: unknown[]) => boolean, turned: (refusal: Refusal) => Refusal) =>
  (refusal: Refusal, given: unknown[]) => (applies(refusal, given) ? turned(refusal) : refusal)

const hasNoGrant = (_: Refusal, [request]: unknown[]) => (request as { grantType: unknown }).grantType === undefined
const lacksCredential = (refusal: Refusal) => /client id or the client secret/.test(refusal.message)
const isUnknown = (_: Refusal, [client]: unknown[]) => client === undefined
const isRevoked = (_: Refusal, [client]: unknown[]) => typeof (client as Client | undefined)?.revoked_at === 'number'

/** Answers a call without a good token in another way. */
const unauthenticated = (turn: (code: string, refusal: Refusal) => Refusal): Apply =>
  wrap('access.unauthenticated', (usual, code) => turn(code, usual))

const saysOfAccount =
  (part: 'lender' | 'company'): Apply =>
  ({ access }) => {
    const { account } = access
    let reads = 0
    access.account = function perCall(...given) {
      const shown = account.apply(this, given)
      return { ...shown, [part]: { ...shown[part], id: `${shown[part].id}_${(reads += 1)}` } }
    }
  }

const withoutStep = (step: 'environment' | 'revoked'): Apply =>
  set('access.order', (usual) => usual.filter((one) => one !== step))

/** The environment of a credential is not looked at by the token endpoint of one environment. */
const takesAnyCredential = (where: 'production' | 'sandbox'): Apply =>
  misread('tokens.checkClient', (client, secret, environment) => [
    client,
    secret,
    environment === where && client ? client.environment : environment,
  ])

export const auth: readonly Defect[] = [
  {
    id: 'token-by-json-is-an-object',
    breaks: 'auth.access-token-is-a-string',
    bug: 'Who asks for a token in JSON gets it as an object with its kind.',
    deep: 'only when asked for in JSON',
    apply: ({ tokens }) => {
      const { gather, response } = tokens
      let isJson = false
      tokens.gather = (body, header, asked) => {
        isJson = /json/.test(asked.contentType ?? '')
        return gather(body, header, asked)
      }
      tokens.response = function wrapped(token) {
        const body = response.call(this, token)
        return isJson ? { ...body, access_token: { value: token, kind: 'opaque' } } : body
      }
    },
  },
  {
    id: 'ping-asks-for-a-token-once-there-is-one',
    breaks: 'auth.ping-needs-no-credential',
    bug: 'The middleware that lets anonymous calls pass does so only until somebody has logged in.',
    deep: 'only after the first token',
    apply: ({ tokens, wire }) => {
      const { response } = tokens
      let isInUse = false
      tokens.response = function noted(token) {
        isInUse = true
        return response.call(this, token)
      }
      const { finish } = wire
      wire.finish = function guarded(operationId, answer, asker) {
        if (operationId === 'ping' && isInUse && asker?.clientId === undefined)
          throw new Refusal('invalid_client', 'A valid access token is required.', { status: 401 })
        return finish.call(this, operationId, answer, asker)
      }
    },
  },
  ...(
    [
      [
        'token-needs-a-token',
        'auth.token-request-needs-no-bearer-token',
        'A client that has had a token must show it to get another.',
        () => new Refusal('invalid_client', 'A token is required to renew it.', { status: 401 }),
      ],
      [
        'form-read-once',
        'auth.token-request-takes-form-encoding',
        'The parser of form bodies is spent by the first of them, and the next ones are read as empty.',
        () => new Refusal('invalid_request', 'grant_type is missing.', { status: 400 }),
      ],
      [
        'sandbox-tokens-move-to-production',
        'auth.sandbox-serves-tokens-at-its-own-address',
        'Once set up, the sandbox sends its callers to production for their tokens.',
        () => new Refusal('not_found', 'Tokens are given in production.', { status: 404 }),
      ],
    ] as const
  ).map(([id, breaks, bug, refusal]): Defect => ({
    id,
    breaks,
    bug,
    deep: 'only from the second token on',
    apply: ({ tokens, wire }) => {
      const { gather } = tokens
      let isForm = false
      tokens.gather = (body, header, asked) => {
        isForm = header.client_id === undefined && !/json/.test(asked.contentType ?? '')
        return gather(body, header, asked)
      }
      const { finish } = wire
      let granted = 0
      wire.finish = function onlyOnce(operationId, answer, asker) {
        if (operationId === 'requestToken' && asker?.environment === 'sandbox' && isForm && (granted += 1) > 1)
          throw refusal()
        return finish.call(this, operationId, answer, asker)
      }
    },
  })),
  {
    id: 'second-token-is-201',
    breaks: 'auth.token-response-is-200',
    bug: 'A token that is made beside another counts as a creation.',
    deep: 'only from the second token on',
    apply: ({ wire }) => {
      const { finish } = wire
      let granted = 0
      wire.finish = function created(operationId, answer, asker) {
        const finished = finish.call(this, operationId, answer, asker)
        return operationId === 'requestToken' && (granted += 1) > 1 ? { ...finished, status: 201 } : finished
      }
    },
  },
  {
    id: 'download-link-carries-the-token',
    breaks: 'auth.service-puts-no-secret-in-a-url',
    bug: 'The token of the caller is put into the download link, so that the file server can look it up.',
    apply: ({ access, links }) => {
      const { bearer } = access
      let last = ''
      access.bearer = (header) => {
        const token = bearer(header)
        last = token ?? last
        return token
      }
      const { url } = links
      links.url = (...given) => `${url(...given)}&access_token=${last}`
    },
  },
  {
    id: 'lender-id-per-call',
    breaks: 'auth.credential-belongs-to-one-lender-account',
    bug: 'The lender of a credential is looked up in a table that has it twice.',
    apply: saysOfAccount('lender'),
  },
  {
    id: 'company-id-per-call',
    breaks: 'auth.credential-belongs-to-one-company',
    bug: 'The company of a credential is looked up in a table that has it twice.',
    apply: saysOfAccount('company'),
  },
  {
    id: 'orders-seen-in-either-environment',
    breaks: 'auth.order-of-one-environment-is-404-in-the-other',
    bug: 'An order is looked up by its lender, whichever environment it was placed in.',
    apply: ({ access }) => {
      const lenderOf = (account: string) => account.slice(0, account.lastIndexOf(':'))
      access.sees = (account, resource) => lenderOf(resource.account) === lenderOf(account)
    },
  },
  {
    id: 'header-names-the-lender',
    breaks: 'auth.credential-alone-decides-where-an-order-belongs',
    bug: 'A header of the internal gateway that names the lender is believed when the caller sends it.',
    apply: instead('access.lenderIdOf', (usual, client, headers) => {
      const named = headers['x-lender-id']
      return typeof named === 'string' ? named : usual(client, headers)
    }),
  },
  {
    id: 'token-type-is-access-token',
    breaks: 'auth.token-type-is-bearer',
    bug: 'The token response names the kind of token by its JWT type.',
    apply: granting((body) => ({ ...body, token_type: 'at+jwt' })),
  },
  {
    id: 'expires-in-is-a-text',
    breaks: 'auth.expires-in-is-3600',
    bug: 'The token response gives the seconds as a text.',
    apply: granting((body) => ({ ...body, expires_in: String(body['expires_in']) })),
  },
  {
    id: 'scope-lists-operations',
    breaks: 'auth.scope-is-lender',
    bug: 'The token response lists finer scopes than the contract has.',
    apply: granting((body) => ({ ...body, scope: 'orders:read orders:write' })),
  },
  {
    id: 'refresh-token-issued',
    breaks: 'auth.no-refresh-token-is-issued',
    bug: 'The OAuth library issues a refresh token along with the access token.',
    apply: granting((body) => ({ ...body, refresh_token: 'a-refresh-token' })),
  },
  {
    id: 'json-token-request-not-read',
    breaks: 'auth.token-request-takes-json',
    bug: 'Only form-encoded token requests have their fields read.',
    apply: instead('tokens.gather', (usual, body, header, asked) => {
      const isForm = asked.contentType?.startsWith('application/x-www-form-urlencoded')
      return usual(isForm ? body : {}, header, asked)
    }),
  },
  {
    id: 'basic-header-not-read',
    breaks: 'auth.token-request-takes-basic-header-with-form',
    bug: 'The Basic header of a token request is not looked at.',
    apply: misread('tokens.gather', (body) => [body, {}]),
  },
  {
    id: 'token-request-type-is-400',
    breaks: 'auth.token-request-of-other-content-type-is-refused',
    bug: 'A token request of another content type counts as unreadable.',
    apply: ({ problems }) => {
      problems.statusOf['unsupported_media_type'] = 400
    },
  },
  {
    id: 'any-grant-type-will-do',
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'The grant type must be there, but its value is not looked at.',
    apply: misread('tokens.checkRequest', (request) => [
      request.grantType ? { ...request, grantType: 'client_credentials' } : request,
    ]),
  },
  {
    id: 'other-grant-is-invalid-grant',
    breaks: 'auth.unsupported-grant-type-has-its-error',
    bug: 'An unsupported grant type is refused as an invalid grant, which is another thing.',
    apply: set('tokens.unsupportedGrant', 'invalid_grant'),
  },
  {
    id: 'credentials-read-from-the-query',
    breaks: 'auth.credentials-in-a-query-string-get-no-token',
    bug: 'The framework merges query and body, so that credentials in the query string work.',
    apply: ({ tokens }) => {
      const { gather } = tokens
      tokens.checkQuery = () => {}
      tokens.gather = function merged(body, header, asked) {
        return { ...Object.fromEntries(asked.query), ...gather.call(this, body, header, asked) }
      }
    },
  },
  {
    id: 'wrong-secret-is-403',
    breaks: 'auth.token-errors-are-the-declared-ones',
    bug: 'A refused credential is answered 403.',
    apply: refusingAs('checkClient', as('invalid_client', 403)),
  },
  {
    id: 'token-errors-in-the-standard-body',
    breaks: 'auth.token-error-has-error',
    bug: 'The token endpoint answers errors in the body that the rest of the interface has.',
    apply: refusing(({ error, error_description, ...rest }) => ({ code: error, message: error_description, ...rest })),
  },
  {
    id: 'token-errors-without-description',
    breaks: 'auth.token-error-has-error-description',
    bug: 'Token errors have no description.',
    apply: refusing(({ error_description: _left, ...rest }) => rest),
  },
  {
    id: 'token-errors-without-correlation-id',
    breaks: 'auth.token-error-has-correlation-id',
    bug: 'The correlation id is missing from token errors, which another library writes.',
    apply: refusing(({ correlation_id: _left, ...rest }) => rest),
  },
  {
    id: 'token-error-of-its-own',
    breaks: 'auth.token-error-is-one-of-six',
    bug: 'An unreadable token request is refused with an error that RFC 6749 does not know.',
    apply: refusing((body) => (body['error'] === 'invalid_request' ? { ...body, error: 'bad_request' } : body)),
  },
  {
    id: 'missing-grant-type-is-401',
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'A token request without a grant type is taken for one without a credential.',
    apply: refusingAs('checkRequest', when(hasNoGrant, as('invalid_request', 401))),
  },
  {
    id: 'missing-grant-type-is-invalid-grant',
    breaks: 'auth.token-missing-grant-type-has-its-error',
    bug: 'A token request without a grant type is refused as an invalid grant.',
    apply: refusingAs('checkRequest', when(hasNoGrant, as('invalid_grant', 400))),
  },
  {
    id: 'missing-credential-is-401',
    breaks: 'auth.token-missing-credential-is-400',
    bug: 'A missing client secret is compared with the right one, and found to be wrong.',
    apply: refusingAs('checkRequest', when(lacksCredential, as('invalid_client', 401))),
  },
  {
    id: 'missing-credential-is-invalid-client',
    breaks: 'auth.token-missing-credential-is-invalid-request',
    bug: 'A token request without a client secret is refused as of an invalid client.',
    apply: refusingAs('checkRequest', when(lacksCredential, as('invalid_client', 400))),
  },
  {
    id: 'unknown-client-is-404',
    breaks: 'auth.token-wrong-client-id-is-401',
    bug: 'An unknown client id is answered 404, like any record that is not there.',
    apply: refusingAs('checkClient', when(isUnknown, as('invalid_client', 404))),
  },
  {
    id: 'unknown-client-is-unauthorized-client',
    breaks: 'auth.token-wrong-client-id-is-invalid-client',
    bug: 'An unknown client id is answered differently from a wrong secret.',
    apply: refusingAs('checkClient', when(isUnknown, as('unauthorized_client', 401))),
  },
  {
    id: 'secret-prefix-is-enough',
    breaks: 'auth.token-wrong-secret-is-401',
    bug: 'The secret is compared over the length of the right one only.',
    apply: replace('tokens.secretMatches', (client, secret) => secret.startsWith(client.secret)),
  },
  {
    id: 'wrong-secret-is-invalid-grant',
    breaks: 'auth.token-wrong-secret-is-invalid-client',
    bug: 'A wrong secret is refused with the word of the password grant.',
    apply: refusingAs('checkClient', as('invalid_grant', 401)),
  },
  {
    id: 'revoked-client-is-unauthorized-client',
    breaks: 'auth.token-revoked-client-has-its-error',
    bug: 'A revoked client is refused at the token endpoint as not authorized for the grant.',
    apply: refusingAs('checkClient', when(isRevoked, as('unauthorized_client', 401))),
  },
  {
    id: 'documents-need-another-scope',
    breaks: 'auth.a-bearer-token-opens-every-operation',
    bug: 'The list of documents asks for a scope that no token has.',
    apply: instead('wire.finish', (usual, operationId, answer, asker) => {
      if (operationId !== 'listDocuments') return usual(operationId, answer, asker)
      const body = {
        code: 'invalid_client',
        message: 'The scope documents is needed.',
        correlation_id: crypto.randomUUID(),
      }
      return { status: 401, body }
    }),
  },
  {
    id: 'missing-token-is-400',
    breaks: 'auth.missing-token-is-refused',
    bug: 'A missing token counts as a missing header of the request.',
    apply: ({ access, problems }) => {
      problems.unauthenticated = 'token_missing'
      const original = access.unauthenticated
      access.unauthenticated = function badRequest(code) {
        return code === 'token_missing'
          ? new Refusal(code, 'A token is missing.', { status: 400 })
          : original.call(this, code)
      }
    },
  },
  {
    id: 'token-signature-not-checked',
    breaks: 'auth.unknown-token-is-refused',
    bug: 'The claims of a token are read without checking its signature.',
    apply: replace('tokens.read', (token) => {
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
  {
    id: 'any-scheme-will-do',
    breaks: 'auth.other-scheme-is-no-token',
    bug: 'The token is whatever stands after the first space of the Authorization header.',
    apply: replace('access.bearer', (header) => header?.split(' ')[1]),
  },
  {
    id: 'token-read-from-the-query',
    breaks: 'auth.token-in-a-query-string-is-no-token',
    bug: 'The OAuth library takes the token from the query string as well.',
    apply: instead('access.authorization', (usual, request, query) => {
      const token = query.get('access_token')
      return usual(request, query) ?? (token === null ? undefined : `Bearer ${token}`)
    }),
  },
  {
    id: 'production-grants-no-tokens',
    breaks: 'auth.production-serves-tokens-at-its-own-address',
    bug: 'The token endpoint knows the sandbox credentials only.',
    apply: misread('tokens.checkClient', (client, _secret, environment) => [
      environment === 'sandbox' ? client : undefined,
    ]),
  },
  {
    id: 'sandbox-credential-works-in-production',
    breaks: 'auth.sandbox-credential-gets-no-production-token',
    bug: 'The token endpoint of production does not look at the environment of a credential.',
    apply: takesAnyCredential('production'),
  },
  {
    id: 'production-credential-works-in-the-sandbox',
    breaks: 'auth.production-credential-gets-no-sandbox-token',
    bug: 'The token endpoint of the sandbox does not look at the environment of a credential.',
    apply: takesAnyCredential('sandbox'),
  },
  {
    id: 'sandbox-token-works-in-production',
    breaks: 'auth.sandbox-token-opens-nothing-in-production',
    bug: 'A token is checked for its signature and life, not for the environment it was given in.',
    apply: withoutStep('environment'),
  },
  {
    id: 'production-token-works-in-the-sandbox',
    breaks: 'auth.production-token-opens-nothing-in-the-sandbox',
    bug: 'The sandbox, thought to need less care, takes any token of the service.',
    apply: accept('tokens.belongsHere', (holder, environment) => 'clientId' in holder && environment === 'sandbox'),
  },
  {
    id: 'account-shows-the-secret',
    breaks: 'auth.secret-is-never-shown-by-the-interface',
    bug: 'The account read serialises the whole credential.',
    apply: instead('access.account', (usual, client, ...rest) => ({
      ...usual(client, ...rest),
      client_secret: client.secret,
    })),
  },
  {
    id: 'order-list-cached-for-everyone',
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'The key under which order lists are cached lacks the account.',
    apply: ({ access }) => {
      let first: string | undefined
      access.listed = (account) => (first ??= account)
    },
  },
  {
    id: 'order-number-of-anybody',
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'An order that is listed by its number is looked up by that alone, for any lender.',
    deep: 'only with the filter by number',
    apply: ({ lists, present }) => {
      const accounts = new Set<AccountKey>()
      const { dates } = present
      present.dates = function (order) {
        accounts.add(order.account)
        return dates.call(this, order)
      }
      const { orders } = lists
      lists.orders = (store, account, filter, cut) => {
        const own = orders.call(lists, store, account, filter, cut)
        if (filter.order_number === undefined || own.total > 0) return own
        const others = [...accounts].map((other) => orders.call(lists, store, other, filter, cut))
        return others.find(({ total }) => total > 0) ?? own
      }
    },
  },
  {
    id: 'quoted-document-of-anybody',
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'Documents quoted in a message are looked up by id alone, and shown as attached for any lender.',
    deep: 'only for one role',
    apply: ({ present, problems }) => {
      const { document, message } = present
      const { unknownDocuments } = problems
      const table = new Map<unknown, Record<string, unknown>>()
      const attached = new Map<string, Record<string, unknown>[]>()
      let quoted: Record<string, unknown>[] = []
      present.document = function noted(record) {
        const wire = document.call(this, record)
        table.set(record.id, wire)
        return wire
      }
      problems.unknownDocuments = function ofTheOrder(operationId, details) {
        const found = details.map(({ value }) => table.get(value)).filter((one) => one !== undefined)
        if (operationId !== 'sendMessage' || found.length < details.length)
          return unknownDocuments.call(this, operationId, details)
        quoted = found
        return null
      }
      present.message = function shown(record, attachments) {
        if (!attached.has(record.id)) attached.set(record.id, quoted.splice(0))
        return message.call(this, record, [...attachments, ...attached.get(record.id)!])
      }
    },
  },
  {
    id: 'second-credential-lists-nothing',
    breaks: 'auth.credentials-of-one-account-see-the-same-orders',
    bug: 'Orders belong to the client that placed them instead of its lender account.',
    apply: wrap('wire.finish', (finished, operationId, _answer, asker) => {
      if (operationId !== 'listOrders' || !asker?.clientId?.endsWith('_2')) return finished
      return { ...finished, body: { ...(finished.body as Body), data: [], total: 0, total_pages: 0 } }
    }),
  },
  {
    id: 'token-lives-half-an-hour',
    breaks: 'auth.token-is-valid-for-60-minutes',
    bug: 'Tokens are kept in a cache that forgets them after half an hour.',
    apply: misread('tokens.isExpired', (claims, now) => [claims, now + 1_800_000]),
  },
  {
    id: 'token-never-expires',
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'The life of a token is announced and never checked.',
    apply: replace('tokens.isExpired', () => false),
  },
  {
    id: 'new-token-ends-the-old-one',
    breaks: 'auth.new-token-leaves-the-old-one-valid',
    bug: 'A client has one token at a time: a new one takes the place of the old one.',
    apply: ({ tokens }) => {
      const latest = new Map<string, string>()
      const { issue, read } = tokens
      tokens.issue = function replacing(claims, key, nonce) {
        const token = issue.call(this, claims, key, nonce)
        latest.set(claims.clientId, token)
        return token
      }
      tokens.read = function latestOnly(token, key) {
        const claims = read.call(this, token, key)
        return claims && (latest.get(claims.clientId) ?? token) === token ? claims : undefined
      }
    },
  },
  {
    id: 'fourth-token-ends-the-first',
    breaks: 'auth.new-token-leaves-the-old-one-valid',
    bug: 'Three tokens are kept for each client, and the next takes the place of the oldest.',
    deep: 'only with the fourth token of a client',
    apply: ({ tokens }) => {
      const kept = new Map<string, string[]>()
      const { issue, read } = tokens
      tokens.issue = function keepingThree(claims, key, nonce) {
        const token = issue.call(this, claims, key, nonce)
        kept.set(claims.clientId, [...(kept.get(claims.clientId) ?? []), token].slice(-3))
        return token
      }
      tokens.read = function amongThree(token, key) {
        const claims = read.call(this, token, key)
        return claims && (kept.get(claims.clientId) ?? [token]).includes(token) ? claims : undefined
      }
    },
  },
  {
    id: 'expired-token-is-invalid',
    breaks: 'auth.expired-token-has-code-token-expired',
    bug: 'An expired token is refused like any other bad one.',
    apply: unauthenticated((code, refusal) =>
      code === 'token_expired' ? as('invalid_client', 401)(refusal) : refusal,
    ),
  },
  {
    id: 'revoked-client-gets-tokens',
    breaks: 'auth.revoked-client-gets-no-token',
    bug: 'The token endpoint does not look at the revocation of a client.',
    apply: ({ tokens }) => {
      const { checkClient } = tokens
      tokens.checkClient = function unrevoked(client, secret, environment) {
        return checkClient.call({ ...this, isRevoked: () => false }, client, secret, environment)
      }
    },
  },
  {
    id: 'revoked-client-gets-tokens-by-basic',
    breaks: 'auth.revoked-client-gets-no-token',
    bug: 'The Basic header is looked at by code that does not know of revocations.',
    deep: 'only for a credential in a Basic header',
    apply: ({ tokens }) => {
      const { checkClient, gather } = tokens
      let isBasic = false
      tokens.gather = function noting(body, header, asked) {
        isBasic = header.client_id !== undefined
        return gather.call(this, body, header, asked)
      }
      tokens.checkClient = function unrevoked(client, secret, environment) {
        return checkClient.call(isBasic ? { ...this, isRevoked: () => false } : this, client, secret, environment)
      }
    },
  },
  {
    id: 'revoked-tokens-live-on',
    breaks: 'auth.revocation-kills-issued-tokens-at-once',
    bug: 'Tokens issued before a revocation are good until they expire.',
    apply: withoutStep('revoked'),
  },
  {
    id: 'revoked-client-is-told-to-renew',
    breaks: 'auth.revoked-client-is-told-by-the-code',
    bug: 'The token of a revoked client is refused as expired, so that its caller tries for ever.',
    apply: unauthenticated((code, refusal) =>
      code === 'client_revoked' ? as('token_expired', 401)(refusal) : refusal,
    ),
  },
  {
    id: 'second-credential-replaces-the-first',
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'A credential that was just made works from the next minute on, when the list of clients is loaded again.',
    apply: ({ tokens }) => {
      let loadedAt: number | undefined
      const { checkClient } = tokens
      tokens.checkClient = function loaded(client, secret, environment) {
        loadedAt ??= Date.now()
        const known = client && client.created_at > loadedAt ? undefined : client
        return checkClient.call(this, known, secret, environment)
      }
    },
  },
  {
    id: 'revocation-takes-the-whole-lender',
    breaks: 'auth.revoking-one-credential-leaves-the-other',
    bug: 'A revocation is noted with the lender, and with it falls every credential.',
    apply: ({ tokens }) => {
      const fallen = new Set<string>()
      tokens.isRevoked = (client) => {
        if (client.revoked_at !== null && client.revoked_at > client.created_at) fallen.add(client.lender_id)
        return client.revoked_at !== null || fallen.has(client.lender_id)
      }
    },
  },
  {
    id: 'foreign-order-is-403',
    breaks: 'auth.resource-of-another-account-is-404',
    bug: 'An order of another lender is refused with 403, which shows that it is there.',
    apply: instead('access.find', (usual, account, resource, what) => {
      if (resource && resource.account !== account)
        throw new Refusal('action_not_permitted_for_client', 'This is not yours.', { status: 403 })
      return usual(account, resource, what) as never
    }),
  },
  {
    id: 'orders-of-everyone',
    breaks: 'auth.resource-of-another-company-is-404',
    bug: 'An order is looked up by its id alone.',
    apply: accept('access.sees'),
  },
]

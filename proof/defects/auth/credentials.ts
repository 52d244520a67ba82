// Defects of the credential and the grant of a token request: wrong, missing or revoked.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Client } from '../../../simulator/domain/records.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import type { Defect } from '../defect.ts'

export const as = (code: string, status: number) => (refusal: Refusal) => new Refusal(code, refusal.message, { status })

/** A token request without a grant type, and one without a whole credential, are refused as something else. */
const withoutGrantAs = (code: string, status: number): Mutation =>
  op.refusedAs('tokens.checkRequest', (refusal, { grantType }) =>
    grantType === undefined ? as(code, status)(refusal) : refusal,
  )

const withoutCredentialAs = (status: number): Mutation =>
  op.refusedAs('tokens.checkRequest', (refusal) =>
    /client id or the client secret/.test(refusal.message) ? as('invalid_client', status)(refusal) : refusal,
  )

/** A credential that does not count is refused as something else. */
export const credentialAs = (
  code: string,
  status: number,
  isMeant: (client?: Client) => boolean = () => true,
): Mutation =>
  op.refusedAs('tokens.checkClient', (refusal, client) => (isMeant(client) ? as(code, status)(refusal) : refusal))

const isUnknown = (client?: Client): boolean => client === undefined

/** A token is checked for less. */
export const withoutStep = (step: 'environment' | 'revoked'): Mutation =>
  op.set('access.order', (usual) => usual.filter((one) => one !== step))

type Form = 'form' | 'json' | 'basic'

/** Changes the answer to token requests of one form. */
export const inForm = (form: Form, change: (isMeant: () => boolean) => Mutation): Mutation =>
  op.perTarget((asked: Form | null = null) => [
    change(() => asked === form),
    op.note('tokens.gather', (_body, header, { contentType = '' }) => {
      const inBody = /json/.test(contentType) ? 'json' : 'form'
      asked = header.client_id === undefined ? inBody : 'basic'
    }),
  ])

const anySecret = (form: Form): Mutation =>
  inForm(form, (isMeant) => op.wrap('tokens.secretMatches', (matches) => matches || isMeant()))

/** The grant type counts as the one of the contract. */
const anyGrant = (form: Form, isTaken: (sent: unknown) => boolean): Mutation =>
  inForm(form, (isMeant) =>
    op.misread('tokens.checkRequest', (request) => [
      isMeant() && isTaken(request.grantType) ? { ...request, grantType: 'client_credentials' } : request,
    ]),
  )

/** The token endpoint of an environment takes a credential of the other one in requests of this form. */
const anyEnvironment = (form: Form, where: 'production' | 'sandbox'): Mutation =>
  inForm(form, (isMeant) =>
    op.misread('tokens.checkClient', (client, secret, environment) => [
      client,
      secret,
      isMeant() && environment === where && client ? client.environment : environment,
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

const isMissing = (sent: unknown): boolean => sent === undefined

export const authCredentials: readonly Defect[] = rows({
  'any-grant-type-accepted': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'The grant type must be there, but its value is not looked at.',
    apply: op.misread('tokens.checkRequest', (request) => [
      request.grantType ? { ...request, grantType: 'client_credentials' } : request,
    ]),
  },
  'any-grant-type-accepted-in-json': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'In a token request in JSON the grant type must be there, but its value is not looked at.',
    deep: 'only for a token request in JSON',
    apply: anyGrant('json', (sent) => !isMissing(sent)),
  },
  'any-grant-type-accepted-with-a-basic-header': {
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
  'missing-grant-type-is-401': {
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'A token request without a grant type is taken for one without a credential.',
    apply: withoutGrantAs('invalid_request', 401),
  },
  'json-without-a-grant-type-accepted': {
    breaks: 'auth.token-missing-grant-type-is-400',
    bug: 'In a token request in JSON the grant type has a default.',
    deep: 'only for a token request in JSON',
    apply: anyGrant('json', isMissing),
  },
  'basic-header-without-a-grant-type-accepted': {
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
    apply: withoutCredentialAs(401),
  },
  'missing-credential-is-invalid-client': {
    breaks: 'auth.token-missing-credential-is-invalid-request',
    bug: 'A token request without a client secret is refused as of an invalid client.',
    apply: withoutCredentialAs(400),
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
  'secret-compared-without-case': {
    breaks: 'auth.token-wrong-secret-is-401',
    bug: 'The secret is looked up in a column that is compared without regard to letter case.',
    deep: 'only for letters of the other case',
    apply: op.replace('tokens.secretMatches', (client, secret) => secret.toLowerCase() === client.secret.toLowerCase()),
  },
  'client-id-compared-without-case': {
    breaks: 'auth.token-wrong-client-id-is-401',
    bug: 'The client id is looked up in a column that is compared without regard to letter case.',
    deep: 'only for letters of the other case',
    apply: op.perTarget((known = new Map<string, Client>()) =>
      op.instead('tokens.clientOf', (usual, clients, id) => {
        const client = usual(clients, id)
        if (client) known.set(id.toLowerCase(), client)
        return client ?? known.get(id.toLowerCase())
      }),
    ),
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
  'sandbox-credential-works-in-production-by-basic': {
    breaks: 'auth.sandbox-credential-gets-no-production-token',
    bug: 'The Basic header is looked at by code that does not know of environments.',
    deep: 'only for a credential in a Basic header',
    apply: anyEnvironment('basic', 'production'),
  },
  'sandbox-credential-works-in-production-by-json': {
    breaks: 'auth.sandbox-credential-gets-no-production-token',
    bug: 'A token request in JSON is looked at by code that does not know of environments.',
    deep: 'only for a token request in JSON',
    apply: anyEnvironment('json', 'production'),
  },
  'production-credential-works-in-the-sandbox-by-json': {
    breaks: 'auth.production-credential-gets-no-sandbox-token',
    bug: 'A token request in JSON at the sandbox is looked at by code that does not know of environments.',
    deep: 'only for a token request in JSON',
    apply: anyEnvironment('json', 'sandbox'),
  },
  'revoked-client-gets-tokens-by-json': {
    breaks: 'auth.revoked-client-gets-no-token',
    bug: 'A token request in JSON is looked at by code that does not know of revocations.',
    deep: 'only for a token request in JSON',
    apply: inForm('json', unrevoked),
  },
  'revoked-tokens-live-on': {
    breaks: 'auth.revocation-kills-issued-tokens-at-once',
    bug: 'Tokens issued before a revocation are good until they expire.',
    apply: withoutStep('revoked'),
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
  'new-credential-retires-the-old-one': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'With the first token of a credential that was made by a rotation, the one before it counts as replaced and gets no more.',
    deep: 'only after the newer credential got a token',
    apply: op.perTarget((newest = new Map<string, number>()) =>
      op.instead('tokens.checkClient', (usual, client, secret, environment) => {
        const known = usual(client, secret, environment)
        const account = `${known.lender_id}:${environment}`
        const latest = Math.max(newest.get(account) ?? 0, known.created_at)
        newest.set(account, latest)
        return known.created_at < latest ? usual(undefined, secret, environment) : known
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
})

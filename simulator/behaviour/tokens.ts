// Access tokens: how a client proves itself, how long a token is valid, what ends it (Authentication).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import type { Client } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { remembered } from '../lib/remembered.ts'

type TokenRequest = {
  grantType: unknown
  clientId: unknown
  clientSecret: unknown
  scope: unknown
  /** The credential came both in a Basic header and in the body. */
  twice: boolean
}

export type TokenClaims = { clientId: string; environment: string; expiresAt: number }

const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const claimsIn = (token: string, key: string): Readonly<TokenClaims> | undefined => {
  const [payload, signature, ...rest] = token.split('.')
  if (!payload || !signature || rest.length > 0 || !sameText(signature, mac(key, payload))) return undefined
  const [clientId, environment, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    number,
  ]
  return Object.freeze({ clientId, environment, expiresAt })
}

/** A token comes with every call and its signature stays what it is; whether it still counts is asked each time. */
const claimsUnder = remembered((key: string) => remembered((token: string) => claimsIn(token, key), 1_000), 100)

export const tokens = (contract: Contract) => ({
  lifetimeSeconds: contract.limits.access_token_lifetime_seconds,
  scope: 'lender',
  type: 'Bearer',

  /** A credential in the query string is refused whatever the body holds; `names` are those of the query parameters. */
  checkQuery(names: readonly string[]): void {
    const name = names.find((one) => ['client_id', 'client_secret'].includes(one))
    if (name === undefined) return
    const message = `${name} was sent in the query string; send it in the body or a Basic header.`
    throw new Refusal('invalid_request', message, { status: 400 })
  },

  /** Refuses a request for the names of its further parameters; none is refused. */
  checkNames: (_names: readonly string[]): void => undefined,

  /** One half of a Basic credential, form-encoded as RFC 6749 section 2.3.1 says. */
  basicHalf: (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  },

  /** Whether the credential came in two ways at once. */
  isTwice: (body: Record<string, unknown>, header: { client_id?: string }): boolean =>
    header.client_id !== undefined && body['client_secret'] !== undefined,

  /** The fields of a request: those of its body, and the credential of a Basic header. */
  gather: (
    body: Record<string, unknown>,
    header: { client_id?: string; client_secret?: string },
    _asked: { query: URLSearchParams; contentType: string | undefined },
  ): Record<string, unknown> => ({ ...body, ...header }),

  /** What a token request must carry before the credential is looked at; 400 `invalid_request` otherwise. */
  checkRequest(request: TokenRequest): { clientId: string; clientSecret: string } {
    if (request.grantType === undefined || request.grantType === null || request.grantType === '') {
      throw new Refusal('invalid_request', 'grant_type is missing; it must be client_credentials.', { status: 400 })
    }
    if (request.grantType !== 'client_credentials') {
      throw new Refusal(this.unsupportedGrant, 'This grant_type is not supported; it must be client_credentials.', {
        status: 400,
      })
    }
    if (request.twice) {
      throw new Refusal('invalid_request', 'The credential was sent twice; use the Basic header or the body.', {
        status: 400,
      })
    }
    if (request.scope !== undefined && request.scope !== '' && request.scope !== this.scope) {
      throw new Refusal('invalid_scope', `The scope must be ${this.scope}.`, { status: 400 })
    }
    const { clientId, clientSecret } = request
    if (typeof clientId !== 'string' || typeof clientSecret !== 'string' || clientId === '' || clientSecret === '') {
      throw new Refusal('invalid_request', 'The client id or the client secret is missing.', { status: 400 })
    }
    return { clientId, clientSecret }
  },

  /** The contract ties 400 to `invalid_request`; RFC 6749 has a code of its own for it. */
  unsupportedGrant: 'unsupported_grant_type',

  /** What a revoked client reads here; the closed list of errors has one for it. */
  revokedClient: 'invalid_client',

  /** Wrong id, wrong secret, another environment's credential, or a revoked client: 401 `invalid_client`. */
  checkClient(client: Client | undefined, secret: string, environment: string): Client {
    const refused = (code = 'invalid_client') =>
      new Refusal(code, 'The client id or secret is wrong, or the client is revoked.', {
        status: 401,
        headers: { 'WWW-Authenticate': 'Basic realm="oauth/token"' },
      })
    if (!client || !this.secretMatches(client, secret)) throw refused()
    if (!this.belongsHere(client, environment)) throw refused()
    if (this.isRevoked(client)) throw refused(this.revokedClient)
    return client
  },

  /** The client of an id, which is compared as a string. */
  clientOf: (clients: { get(id: string): Client | undefined }, id: string): Client | undefined => clients.get(id),
  secretMatches: (client: Client, secret: string): boolean => sameText(client.secret, secret),
  belongsHere: (holder: { environment: string }, environment: string): boolean => holder.environment === environment,
  isRevoked: (client: Client): boolean => client.revoked_at !== null,
  isExpired: (claims: TokenClaims, now: number): boolean => now >= claims.expiresAt,

  /** An opaque token; nothing is stored for it. */
  issue(claims: TokenClaims, key: string, nonce: string): string {
    const payload = Buffer.from(
      JSON.stringify([claims.clientId, claims.environment, claims.expiresAt, nonce]),
    ).toString('base64url')
    return `${payload}.${mac(key, payload)}`
  },

  /** The token of a request: a new one each time. */
  grant(claims: TokenClaims, key: string, nonce: string): string {
    return this.issue(claims, key, nonce)
  },

  /** The claims of a token of ours, whether or not it still counts; undefined for anything else. */
  read: (token: string, key: string): TokenClaims | undefined => claimsUnder(key)(token),

  /** Headers of the token response, as RFC 6749 has them. */
  headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as Record<string, string>,

  /** The token response (Resources / Token response). */
  response(token: string): Record<string, unknown> {
    return { access_token: token, token_type: this.type, expires_in: this.lifetimeSeconds, scope: this.scope }
  },
})

// From an Authorization header to the client, its lender and its company (Authentication).
import type { IncomingHttpHeaders } from 'node:http'
import type { Client, Environment } from '../domain/records.ts'
import { accountKey } from '../orders/context.ts'
import type { TokenClaims } from '../behaviour/tokens.ts'
import type { Services } from '../engine/services.ts'
import type { Call } from './operation.ts'

/** Claims and client of a token, whether or not it still counts. */
const read = ({ behaviour, store, keys }: Services, authorization: string | undefined) => {
  const token = behaviour.access.bearer(authorization)
  const claims = token === undefined ? undefined : behaviour.tokens.read(token, keys.tokens)
  const client = claims && store.clients.get(claims.clientId)
  return claims && client ? { claims, client } : undefined
}

/** The client that a call names by its token, and whether that token counts in one of the environments. */
export const callerOf = (
  services: Services,
  authorization: string | undefined,
  environments: readonly Environment[],
): { clientId: string | undefined; valid: boolean } => {
  const { behaviour, clock } = services
  const { tokens } = behaviour
  const found = read(services, authorization)
  const valid =
    found !== undefined &&
    environments.some((environment) => tokens.belongsHere(found.claims, environment)) &&
    !tokens.isRevoked(found.client) &&
    !tokens.isExpired(found.claims, clock.now())
  return { clientId: found?.client.id, valid }
}

export const authenticate = (
  services: Services,
  authorization: string | undefined,
  environment: Environment,
  headers: IncomingHttpHeaders,
): Pick<Call, 'client' | 'lender' | 'company' | 'account'> => {
  const { behaviour, clock, store } = services
  const { access, tokens, problems } = behaviour
  const found = read(services, authorization)
  if (!found)
    throw access.unauthenticated(
      access.bearer(authorization) === undefined ? problems.missingToken() : problems.unauthenticated,
    )
  const { claims, client } = found
  for (const step of access.order) {
    if (step === 'environment' && !tokens.belongsHere(claims, environment))
      throw access.unauthenticated(problems.foreignToken())
    if (step === 'revoked' && tokens.isRevoked(client)) throw access.unauthenticated(problems.revokedToken)
    if (step === 'expired' && tokens.isExpired(claims, clock.now())) throw access.unauthenticated('token_expired')
  }
  const lender = store.lenders.get(access.lenderIdOf(client, headers))!
  const company = store.companies.get(lender.company_id)!
  return { client, lender, company, account: accountKey(lender.id, environment) }
}

/** `expiresAt` in domain time. */
export const claimsFor = ({ id, environment }: Client, expiresAt: number): TokenClaims => ({
  clientId: id,
  environment,
  expiresAt,
})

/** Mints a token for a client; `expiresAt` in domain time. */
export const mintToken = ({ behaviour, keys }: Services, client: Client, expiresAt: number): string =>
  behaviour.tokens.issue(claimsFor(client, expiresAt), keys.tokens, crypto.randomUUID())

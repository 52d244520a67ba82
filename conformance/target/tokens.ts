// One access token for each credential, fetched when first needed and again when it is forgotten.
import { jsonOf } from './exchange.ts'
import type { Client } from './http-client.ts'
import type { Profile } from './profile.ts'
import type { Environment, Role } from './roles.ts'
import type { Secrets } from './secrets.ts'
import { blocked, notTested } from './unjudged.ts'

export type Tokens = {
  get(role: Role, environment: Environment): Promise<string>
  forget(role: Role, environment: Environment): void
  forgetAll(): void
}

export const form = (fields: Record<string, string>): { body: string; headers: Record<string, string> } => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

const fetchToken = async (client: Client, profile: Profile, role: Role, environment: Environment): Promise<string> => {
  const credential = profile.credentials[role]
  if (!credential) throw notTested(`the profile names no credential ${role}`)
  const { client_id, client_secret } = credential
  const answer = await client.call('requestToken', {
    token: null,
    environment,
    ...form({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (jsonOf(answer.response.body) ?? {}) as { access_token?: unknown }
  if (answer.response.status !== 200 || typeof access_token !== 'string')
    throw blocked(`the credential ${role} got no token: the answer was ${answer.response.status}`, answer)
  return access_token
}

export const createTokens = (clientOf: () => Client, profile: Profile, secrets: Secrets): Tokens => {
  const known = new Map<string, Promise<string>>()
  const key = (role: Role, environment: Environment) => `${role}/${environment}`
  return {
    get(role, environment) {
      const cached = known.get(key(role, environment))
      if (cached) return cached
      const fetched = fetchToken(clientOf(), profile, role, environment).then((token) => {
        secrets.add('access token', token)
        return token
      })
      known.set(key(role, environment), fetched)
      // A refusal is told to whoever asked, and asked again by the next.
      fetched.catch(() => known.delete(key(role, environment)))
      return fetched
    },
    forget: (role, environment) => void known.delete(key(role, environment)),
    forgetAll: () => known.clear(),
  }
}

// One access token for each credential, fetched when first needed and again when its time is up or it is forgotten.
import type { CallOptions } from './call.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import type { Client } from './http-client.ts'
import type { Credential, Profile } from './profile.ts'
import { noCredential, type Environment, type Role } from '../evidence/roles.ts'
import type { Secrets } from './secrets.ts'
import { blocked, notTested, reason } from '../evidence/inconclusive.ts'

export type Tokens = {
  get(role: Role, environment: Environment): Promise<string>
  /** A grant that was asked for elsewhere, to be used from now on. */
  keep(role: Role, environment: Environment, grant: Answered): void
  /** Only if it is still this one: somebody else may have fetched a new one meanwhile. */
  forget(role: Role, environment: Environment, token: string): void
  forgetAll(): void
}

export const form = (fields: Record<string, string>): { body: string; headers: Record<string, string> } => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

/** A token request in one of the content types of the contract. */
export const tokenRequest = (
  environment: Environment,
  { client_id, client_secret }: Pick<Credential, 'client_id' | 'client_secret'>,
  as: 'form' | 'json' = 'form',
): CallOptions => {
  const fields = { grant_type: 'client_credentials', client_id, client_secret }
  return { token: null, environment, ...(as === 'form' ? form(fields) : { json: fields }) }
}

/** Whether the other content type is worth a try: a target that reads no forms can be judged all the same. */
export const isUnread = ({ response }: Answered): boolean => response.status === 400 || response.status === 415

/** What a header can carry. */
const sendable = /^[\x21-\x7e]+$/

/** The access token in an answer of the token endpoint, or undefined where it grants none that could be sent. */
export const grantedToken = ({ response }: Answered): string | undefined => {
  const { access_token } = (jsonOf(response.body) ?? {}) as { access_token?: unknown }
  const isToken = response.status === 200 && typeof access_token === 'string' && sendable.test(access_token)
  return isToken ? access_token : undefined
}

/** A shorter lifetime is ignored: every call would ask for a token. */
const shortestLifeS = 60

/** Milliseconds that a token lasts, as its grant says; endless where it does not say. */
const lifeOf = ({ response }: Answered): number => {
  const { expires_in } = (jsonOf(response.body) ?? {}) as { expires_in?: unknown }
  return typeof expires_in === 'number' && expires_in >= shortestLifeS ? expires_in * 1000 : Infinity
}

const fetchGrant = async (
  client: Client,
  profile: Profile,
  role: Role,
  environment: Environment,
): Promise<Answered> => {
  const credential = profile.credentials[role]
  if (!credential) throw notTested(noCredential(role))
  // A scenario that uses up the rate on purpose must not wait for a token until it is used up.
  const request = async (as: 'form' | 'json'): Promise<Answered> => {
    const asked = tokenRequest(environment, credential, as)
    const answer = await client.call('requestToken', { ...asked, unpaced: true })
    return [429, 503].includes(answer.response.status) ? client.call('requestToken', asked) : answer
  }
  const answers = [await request('form')]
  if (isUnread(answers[0]!)) answers.push(await request('json'))
  const grant = answers.find((answer) => grantedToken(answer) !== undefined)
  if (grant) return grant
  const { status } = answers[0]!.response
  throw blocked(reason('token-refused', { role, status }), ...answers)
}

type Entry = { fetched: Promise<string>; token?: string; endsAt?: number }

/** @param now the target's domain time, in milliseconds, as far as it is known */
export const createTokens = (clientOf: () => Client, profile: Profile, secrets: Secrets, now: () => number): Tokens => {
  const known = new Map<string, Entry>()
  const key = (role: Role, environment: Environment) => `${role}/${environment}`
  const granted = (grant: Answered): Required<Omit<Entry, 'fetched'>> => {
    const token = grantedToken(grant)!
    secrets.add('access token', token)
    return { token, endsAt: now() + lifeOf(grant) }
  }
  return {
    get(role, environment) {
      const cached = known.get(key(role, environment))
      if (cached && now() < (cached.endsAt ?? Infinity)) return cached.fetched
      const entry: Entry = {
        fetched: fetchGrant(clientOf(), profile, role, environment).then((grant) => {
          Object.assign(entry, granted(grant))
          return entry.token!
        }),
      }
      known.set(key(role, environment), entry)
      // A refusal goes to its caller; the next caller asks again.
      entry.fetched.catch(() => known.delete(key(role, environment)))
      return entry.fetched
    },
    keep(role, environment, grant) {
      const { token, endsAt } = granted(grant)
      known.set(key(role, environment), { fetched: Promise.resolve(token), token, endsAt })
    },
    forget(role, environment, token) {
      if (known.get(key(role, environment))?.token === token) known.delete(key(role, environment))
    },
    forgetAll: () => known.clear(),
  }
}

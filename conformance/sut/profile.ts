// The target profile: everything the suite may know of a server, checked key by key.
import { isObject } from '../contract/is-object.ts'
import { CodedError } from '../contract/coded-error.ts'
import { isRole, roles, type Environment, type Role } from '../evidence/roles.ts'

export type Credential = { client_id: string; client_secret: string; environment: Environment }

type WebhookSettings = { listen?: string; public_url?: string; tls?: { cert: string; key: string } }

export type Profile = {
  sandbox_base_url?: string
  production_base_url?: string
  credentials: { main: Credential } & Partial<Record<Role, Credential>>
  postal_codes: { resolvable: string[]; unresolvable: string[] }
  tokens: { expired?: string; revoked?: string }
  webhook: WebhookSettings
  control_url?: string
  control_token?: string
}

type Keys = Record<string, 'text' | 'map' | 'texts'>

const shapes = {
  profile: {
    sandbox_base_url: 'text',
    production_base_url: 'text',
    credentials: 'map',
    postal_codes: 'map',
    tokens: 'map',
    webhook: 'map',
    control_url: 'text',
    control_token: 'text',
  },
  // The lender is for clients, which compare it with the account; the suite reads it there.
  credential: { client_id: 'text', client_secret: 'text', environment: 'text', lender_id: 'text', lender_name: 'text' },
  postal_codes: { resolvable: 'texts', unresolvable: 'texts' },
  tokens: { expired: 'text', revoked: 'text' },
  webhook: { listen: 'text', public_url: 'text', tls: 'map' },
  tls: { cert: 'text', key: 'text' },
} satisfies Record<string, Keys>

const bad = (message: string): CodedError => new CodedError('invalid_profile', message)

const fits = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  map: isObject,
  texts: (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
}

/** Never the value: it may be a secret. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'empty'
  if (value === '') return 'an empty text'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`
}

/** YAML takes these for something else. */
const remedyFor = (shape: keyof typeof fits, value: unknown): string =>
  shape === 'text' && (typeof value === 'number' || typeof value === 'boolean') ? 'put it in quotes' : 'correct it'

const words = { text: 'a text', map: 'a map', texts: 'a list of texts' }

const readMap = (value: unknown, where: string, known: Keys): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (!fits.map(value)) throw bad(`${where} must be a map, but is ${kindOf(value)}; write its keys below it.`)
  for (const [key, entry] of Object.entries(value as object)) {
    const shape = Object.hasOwn(known, key) ? known[key] : undefined
    if (shape === undefined) {
      throw new CodedError(
        'unknown_profile_key',
        `${where} has no key ${key}; it knows ${Object.keys(known).join(', ')}.`,
      )
    }
    if (!fits[shape](entry))
      throw bad(`${where}.${key} must be ${words[shape]}, but is ${kindOf(entry)}; ${remedyFor(shape, entry)}.`)
  }
  return value as Record<string, unknown>
}

const readCredential = (value: unknown, where: string): Credential => {
  const fields = readMap(value, where, shapes.credential) as Partial<Credential>
  const { client_id, client_secret } = fields
  const environment = fields.environment ?? (where.endsWith('.production') ? 'production' : 'sandbox')
  if (!client_id || !client_secret) throw bad(`${where} needs client_id and client_secret; give both.`)
  if (environment !== 'sandbox' && environment !== 'production')
    throw bad(`${where}.environment must be sandbox or production, but is ${String(environment)}; choose one.`)
  return { client_id, client_secret, environment }
}

const readCredentials = (value: unknown): Profile['credentials'] => {
  const known = Object.fromEntries(Object.keys(roles).map((role) => [role, 'map' as const]))
  const entries = Object.entries(readMap(value, 'credentials', known))
  const credentials: Partial<Record<Role, Credential>> = {}
  for (const [role, entry] of entries)
    if (isRole(role)) credentials[role] = readCredential(entry, `credentials.${role}`)
  const { main } = credentials
  if (!main) throw bad('credentials.main is missing; the suite needs at least this one credential.')
  return { ...credentials, main }
}

const checkUrl = (name: string, text: unknown): void => {
  if (text === undefined) return
  const url = URL.canParse(text as string) ? new URL(text as string) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw bad(`${name} must be an http or https address, but is ${JSON.stringify(text)}; correct it.`)
  // It would stand in every report.
  if (url.username !== '' || url.password !== '')
    throw bad(`${name} must have no user name and no password, which no request carries; leave them out.`)
  if (/[?#]/.test(text as string))
    throw bad(`${name} must end with its path, but has a query or a fragment; leave it out.`)
}

/**
 * Checks a profile that was read from a file or put together from flags.
 * @throws CodedError `unknown_profile_key` or `invalid_profile`, exit code 3.
 */
export const parseProfile = (value: unknown): Profile => {
  const raw = readMap(value, 'the profile', shapes.profile)
  const credentials = readCredentials(raw['credentials'])
  const addresses = ['sandbox_base_url', 'production_base_url', 'control_url'] as const
  for (const name of addresses) checkUrl(name, raw[name])
  const needed = credentials.main.environment === 'sandbox' ? 'sandbox_base_url' : 'production_base_url'
  if (raw[needed] === undefined) throw bad(`${needed} is missing, and credentials.main is for it; give the address.`)
  if (raw['control_token'] !== undefined && raw['control_url'] === undefined)
    throw bad('control_token is that of control_url, which is missing; give the address too, or leave the token out.')
  const webhook = readMap(raw['webhook'], 'webhook', shapes.webhook) as WebhookSettings
  checkUrl('webhook.public_url', webhook.public_url)
  if (webhook.tls !== undefined) {
    const { cert, key } = readMap(webhook.tls, 'webhook.tls', shapes.tls)
    if (cert === undefined || key === undefined)
      throw bad('webhook.tls needs cert and key; give both, as paths of PEM files.')
  }
  const { resolvable = ['78701'], unresolvable = [] } = readMap(
    raw['postal_codes'],
    'postal_codes',
    shapes.postal_codes,
  ) as Partial<Profile['postal_codes']>
  return {
    ...Object.fromEntries(addresses.flatMap((name) => (raw[name] === undefined ? [] : [[name, raw[name]]]))),
    ...(raw['control_token'] !== undefined && { control_token: raw['control_token'] as string }),
    credentials,
    postal_codes: { resolvable, unresolvable },
    tokens: readMap(raw['tokens'], 'tokens', shapes.tokens) as Profile['tokens'],
    webhook,
  }
}

// Where a target profile comes from: a YAML or JSON file with `${NAME}` taken from the environment, or three flags.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CodedError } from '../coded-error.ts'
import { parseProfile, type Profile } from './profile.ts'

type Env = Record<string, string | undefined>

const substitute = (value: unknown, env: Env): unknown => {
  if (Array.isArray(value)) return value.map((entry) => substitute(entry, env))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, substitute(entry, env)]))
  if (typeof value !== 'string') return value
  return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const found = env[name]
    if (found === undefined || found === '')
      throw new CodedError(
        'missing_environment_variable',
        `The profile names \${${name}}, which is not set; export it.`,
      )
    return found
  })
}

/** @throws CodedError, exit code 3: unreadable_profile, missing_environment_variable, and those of `parseProfile`. */
export const profileFromFile = (file: string, env: Env): Profile => {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message.split('\n')[0]
    throw new CodedError('unreadable_profile', `${file} must be a YAML or JSON target profile (${why}); give its path.`)
  }
  return parseProfile(substitute(value, env))
}

/** A profile of the main credential alone; an address that names a sandbox is taken for one unless told otherwise. */
export const profileFromFlags = (
  flags: { baseUrl: string; clientId: string | undefined; environment: string | undefined },
  env: Env,
): Profile => {
  const { baseUrl, clientId } = flags
  const secret = env['ASSAY_CLIENT_SECRET']
  if (!clientId) throw new CodedError('missing_client_id', '--base-url needs --client-id; give the client id.')
  if (!secret)
    throw new CodedError('missing_client_secret', 'ASSAY_CLIENT_SECRET is not set; export the secret of --client-id.')
  const environment = flags.environment ?? (/sandbox/i.test(baseUrl) ? 'sandbox' : 'production')
  return parseProfile({
    [`${environment}_base_url`]: baseUrl,
    credentials: { main: { client_id: clientId, client_secret: secret, environment } },
  })
}

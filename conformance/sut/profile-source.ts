// Where a target profile comes from: a YAML or JSON file with `${NAME}` taken from the environment, or three flags.
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { YAMLError } from 'yaml'
import { bounds } from '../../fixtures/bounds.ts'
import { parseYamlDocument } from '../../fixtures/parse-yaml.ts'
import { CodedError, isCodedError } from '../contract/coded-error.ts'
import { readPem } from '../contract/read-pem.ts'
import { readText, whyOf } from '../contract/read-text.ts'
import { parseProfile, type Profile } from './profile.ts'

type Env = Record<string, string | undefined>

const substitute = (value: unknown, env: Env): unknown => {
  if (Array.isArray(value)) return value.map((entry) => substitute(entry, env))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, substitute(entry, env)]))
  if (typeof value !== 'string') return value
  return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const found = Object.hasOwn(env, name) ? env[name] : undefined
    if (found === undefined || found === '')
      throw new CodedError(
        'missing_environment_variable',
        `The profile names \${${name}}, which is not set; export it.`,
      )
    return found
  })
}

const unreadable = (message: string): CodedError => new CodedError('unreadable_profile', message)

/** Levels or aliases beyond what can be followed, or an alias of what it is in. */
const endless = (file: string): CodedError =>
  unreadable(`${file}: a target profile has few levels and aliases, but this has more than can be read; write it out.`)

/** `at line 2, column 5:` and the excerpt below it are cut off: the place stands first. */
const notYaml = (file: string, { code, message, linePos }: YAMLError): CodedError => {
  if (code === 'RESOURCE_EXHAUSTION') return endless(file)
  const what = message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')
  const [place] = linePos ?? []
  const where = place ? `, line ${place.line}, column ${place.col}` : ''
  return unreadable(`${file}${where}: a target profile must be YAML or JSON, but this is neither: ${what}; correct it.`)
}

/** What JSON writes the same way is parsed without the YAML library, which takes longer to load than a profile to read. */
const plainJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return `${JSON.stringify(value, null, 2)}\n` === text ? value : undefined
  } catch {
    return undefined
  }
}

const parsed = (text: string, file: string): unknown => {
  const most = bounds.given.profileCharacters
  if (text.length > most)
    throw unreadable(`${file}: a target profile has at most ${most / 1024} KB, but this has more; leave out the rest.`)
  const plain = plainJson(text)
  if (plain !== undefined) return plain
  const document = parseYamlDocument(text)
  // A tag that means nothing here is a warning, and its value would count as a text.
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) throw notYaml(file, fault)
  return document.toJS()
}

/** The receiver's certificate lies beside the profile that names it; one that is no use is found before anything is sent. */
const withCertificate = (profile: Profile, file: string): Profile => {
  const { tls } = profile.webhook
  if (tls === undefined) return profile
  const [cert, key] = [tls.cert, tls.key].map((name) => resolve(dirname(file), name))
  const files = { cert: cert!, key: key! }
  const [certText, keyText] = [files.cert, files.key].map(readPem)
  try {
    createSecureContext({ cert: certText, key: keyText })
  } catch (error) {
    throw new CodedError(
      'unusable_certificate',
      `webhook.tls must name a certificate and its key in PEM, but ${files.cert} and ${files.key} are none (${whyOf(error)}); give those of the receiver.`,
    )
  }
  return { ...profile, webhook: { ...profile.webhook, tls: files } }
}

/**
 * @throws CodedError, exit code 3: unreadable_profile, missing_environment_variable, unreadable_certificate, unusable_certificate, and
 * those of `parseProfile`.
 */
export const profileFromFile = (file: string, env: Env): Profile => {
  const remedy = 'give the path of a target profile, YAML or JSON'
  const text = readText(file, 'unreadable_profile', (why) => `${file} cannot be read (${why}); ${remedy}.`)
  try {
    return withCertificate(parseProfile(substitute(parsed(text, file), env)), file)
  } catch (error) {
    throw isCodedError(error) ? error : endless(file)
  }
}

/** @throws CodedError unusable_base_url */
const checkBaseUrl = (text: string): void => {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return
  const bare = /^(?<host>[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/.*)?$/i.exec(text)
  const scheme = /^(?:localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https'
  const write = bare ? `${scheme}://${text}` : 'an address such as https://sandbox.example.com/v1'
  throw new CodedError(
    'unusable_base_url',
    `--base-url must be an http or https address, but is ${JSON.stringify(text)}; write ${write}.`,
  )
}

/** A profile of the main credential alone; an address that names a sandbox counts as one by default. */
export const profileFromFlags = (
  flags: { baseUrl: string; clientId: string | undefined; environment: string | undefined },
  env: Env,
): Profile => {
  const { baseUrl, clientId } = flags
  checkBaseUrl(baseUrl)
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

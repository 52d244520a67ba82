// The schema that editors check target profiles by, and the reader of assay, take and refuse the same.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { profileSchemaPath } from '../conformance/contract/contract.ts'
import { parseProfile } from '../conformance/sut/profile.ts'
import { roles } from '../conformance/evidence/roles.ts'

type Node = { description?: string; properties?: Record<string, Node>; $ref?: string }

const schema = JSON.parse(readFileSync(profileSchemaPath(), 'utf8')) as Node & { $defs: Record<string, Node> }
const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema)

const credential = { client_id: 'cli_a', client_secret: 's' }
const main = { main: credential }
const sandbox_base_url = 'https://sandbox.example.com/v1'
const least = { sandbox_base_url, credentials: main }

const taken: Record<string, unknown> = {
  'the least': least,
  'main for production': {
    production_base_url: 'https://api.example.com/v1',
    credentials: { main: { ...credential, environment: 'production' } },
  },
  'every role': {
    ...least,
    credentials: Object.fromEntries(Object.keys(roles).map((role) => [role, credential])),
  },
  'every key': {
    ...least,
    production_base_url: 'http://127.0.0.1:4010/v1',
    postal_codes: { resolvable: ['78701'], unresolvable: [] },
    tokens: { expired: 'a', revoked: 'b' },
    webhook: { listen: '127.0.0.1:0', public_url: 'https://a.example', tls: { cert: 'a.pem', key: 'b.pem' } },
    control_url: 'http://127.0.0.1:4011',
    control_token: '${CONTROL_TOKEN}',
  },
  'empty maps': { ...least, postal_codes: {}, tokens: {}, webhook: {} },
}

const refused: Record<string, unknown> = {
  nothing: null,
  'a text': 'profile',
  'no credentials': { sandbox_base_url },
  'no main': { sandbox_base_url, credentials: { other_lender: credential } },
  'no address': { credentials: main },
  'the address of the other environment': {
    ...least,
    credentials: { main: { ...credential, environment: 'production' } },
  },
  'an unknown key': { ...least, sandbox_url: 'x' },
  'an unknown role': { ...least, credentials: { ...main, second: credential } },
  'an unknown key of a credential': { ...least, credentials: { main: { ...credential, secret: 'x' } } },
  'an unknown environment': { ...least, credentials: { main: { ...credential, environment: 'staging' } } },
  'no secret': { ...least, credentials: { main: { client_id: 'a' } } },
  'an empty secret': { ...least, credentials: { main: { client_id: 'a', client_secret: '' } } },
  'a number as client id': { ...least, credentials: { main: { client_id: 1, client_secret: 's' } } },
  'an address without a scheme': { ...least, sandbox_base_url: '127.0.0.1:4010/v1' },
  'an address of another scheme': { ...least, control_url: 'ftp://127.0.0.1' },
  'a control token without its address': { ...least, control_token: 'a-token-of-the-port' },
  'an empty control token': { ...least, control_url: 'http://127.0.0.1:4011', control_token: '' },
  'a public_url that is none': { ...least, webhook: { public_url: 'here' } },
  'a postal code alone': { ...least, postal_codes: { resolvable: '78701' } },
  'numbers as postal codes': { ...least, postal_codes: { resolvable: [78701] } },
  'an unknown token': { ...least, tokens: { old: 'a' } },
  'half a certificate': { ...least, webhook: { tls: { cert: 'a.pem' } } },
  'a list of credentials': { ...least, credentials: [credential] },
  'a map that is null': { ...least, webhook: null },
}

t.test('schema and reader take the same', async (t) => {
  for (const [what, value] of Object.entries(taken)) {
    t.ok(validate(value), `${what}: ${JSON.stringify(validate.errors)}`)
    t.doesNotThrow(() => parseProfile(value), what)
  }
})

t.test('schema and reader refuse the same', async (t) => {
  for (const [what, value] of Object.entries(refused)) {
    t.notOk(validate(value), what)
    t.throws(() => parseProfile(value), { code: /^(invalid_profile|unknown_profile_key)$/ }, what)
  }
})

t.test('variables stand where texts do', async (t) => {
  const named = { client_id: '${ID}', client_secret: '${SECRET}', environment: '${ENVIRONMENT}' }
  t.ok(validate({ sandbox_base_url: '${BASE}', credentials: { main: named } }), JSON.stringify(validate.errors))
})

const propertiesOf = (node: Node): Record<string, Node> => {
  const target = node.$ref === undefined ? node : schema.$defs[node.$ref.split('/').at(-1)!]!
  return target.properties ?? {}
}

/** Every key, with where it stands. */
const keysIn = (node: Node, where = ''): [place: string, node: Node][] =>
  Object.entries(propertiesOf(node)).flatMap(([key, inner]) => [
    [`${where}${key}`, inner] as [string, Node],
    ...keysIn(inner, `${where}${key}.`),
  ])

/** The keys that the reader names where it meets one that it does not know. */
const knownAt = (path: readonly string[]): string[] => {
  const nested = path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), { no_such_key: 'x' }) as object
  const credentials = { ...main, ...(nested as { credentials?: object }).credentials }
  try {
    parseProfile({ ...least, ...nested, credentials })
    return []
  } catch (error) {
    return /it knows (.*)\.$/.exec((error as Error).message)![1]!.split(', ')
  }
}

t.test('every key of the reader is in the schema, and says what it is for', async (t) => {
  const places: string[][] = [
    [],
    ['credentials'],
    ['credentials', 'main'],
    ['postal_codes'],
    ['tokens'],
    ['webhook'],
    ['webhook', 'tls'],
  ]
  const keys = keysIn(schema)
  for (const path of places) {
    const prefix = path.map((key) => `${key}.`).join('')
    const own = keys.map(([place]) => place).filter((place) => place.startsWith(prefix))
    const here = own.map((place) => place.slice(prefix.length)).filter((key) => !key.includes('.'))
    t.strictSame(here.toSorted(), knownAt(path).toSorted(), path.join('.') || 'the profile')
  }
  for (const [place, { description = '' }] of keys) t.match(description, /\.$/, place)
})

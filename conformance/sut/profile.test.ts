import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseProfile } from './profile.ts'
import { profileFromFile, profileFromFlags } from './profile-source.ts'

const main = { client_id: 'cli_1', client_secret: 'secret-1', environment: 'sandbox' }
const minimal = { sandbox_base_url: 'https://sandbox.example.com/v1', credentials: { main } }

t.test('a profile needs an address and the main credential, and the rest has defaults', async (t) => {
  t.match(parseProfile(minimal), {
    credentials: { main },
    postal_codes: { resolvable: ['78701'], unresolvable: [] },
    tokens: {},
    webhook: {},
  })
})

t.test('every key of the design is taken', async (t) => {
  const roles = ['main_second', 'other_lender', 'other_company', 'revoked', 'card_billed', 'no_cancel', 'no_amend']
  const full = {
    ...minimal,
    production_base_url: 'https://api.example.com/v1',
    credentials: {
      main,
      ...Object.fromEntries(roles.map((role) => [role, main])),
      production: { client_id: 'cli_2', client_secret: 'secret-2' },
      no_appraiser_messages: main,
    },
    postal_codes: { resolvable: ['10001'], unresolvable: ['00000'] },
    tokens: { expired: 'old', revoked: 'gone' },
    webhook: { listen: '127.0.0.1:0', public_url: 'https://hooks.example.com', tls: { cert: 'c.pem', key: 'k.pem' } },
    control_url: 'http://127.0.0.1:4011',
  }
  const profile = parseProfile(full)
  t.equal(Object.keys(profile.credentials).length, 10)
  t.equal(profile.credentials.production?.environment, 'production')
})

t.test('a key that is not known is an error that names the known ones', async (t) => {
  const unknown = (change: object) =>
    t.throws(() => parseProfile({ ...minimal, ...change }), { code: 'unknown_profile_key', exitCode: 3 })
  unknown({ sandbox_url: 'x' })
  unknown({ credentials: { main, admin: main } })
  unknown({ credentials: { main: { ...main, secret: 'x' } } })
  unknown({ webhook: { port: '1' } })
  t.throws(() => parseProfile({ ...minimal, base: 'x' }), {
    message: /the profile has no key base; it knows sandbox_base_url, /,
  })
  t.throws(() => parseProfile({ ...minimal, credentials: { main, admin: main } }), {
    message: /it knows main, main_second, /,
  })
})

t.test('a key that every object has is known to none', async (t) => {
  for (const key of ['__proto__', 'constructor', 'toString'])
    t.throws(() => parseProfile(JSON.parse(`{ "${key}": "x" }`)), { code: 'unknown_profile_key', exitCode: 3 }, key)
})

t.test('what is missing or misshapen is reported with its name', async (t) => {
  const refused = (value: unknown, message: RegExp) =>
    t.throws(() => parseProfile(value), { code: 'invalid_profile', exitCode: 3, message })
  refused({ sandbox_base_url: minimal.sandbox_base_url }, /credentials\.main is missing/)
  refused({ credentials: { main } }, /sandbox_base_url is missing/)
  refused({ ...minimal, credentials: { main: { client_id: 'cli_1' } } }, /needs client_id and client_secret/)
  refused({ ...minimal, sandbox_base_url: 'sandbox.example.com' }, /must be an http or https address/)
  refused({ ...minimal, credentials: { main: { ...main, environment: 'staging' } } }, /must be sandbox or production/)
  refused({ ...minimal, postal_codes: { resolvable: '78701' } }, /a list of texts/)
  refused({ ...minimal, tokens: [] }, /tokens must be a map/)
  refused('a text', /the profile must be a map/)
  const withUser = 'https://bob:a-password@sandbox.example.com/v1'
  refused({ ...minimal, sandbox_base_url: withUser }, /^(?!.*a-password).*must have no user name and no password/)
  refused({ ...minimal, sandbox_base_url: 'https://sandbox.example.com/v1?key=a-key' }, /^(?!.*a-key).*has a query/)
})

t.test('no sentence about a profile shows a secret', async (t) => {
  for (const [value, message] of [
    [{ ...minimal, credentials: { main: { ...main, client_secret: 839201948571 } } }, /a number; put it in quotes/],
    [{ ...minimal, credentials: { main: 'cli_1:839201948571' } }, /must be a map, but is a text/],
    [{ ...minimal, tokens: '839201948571' }, /must be a map, but is a text/],
    [{ ...minimal, tokens: { expired: ['839201948571'] } }, /must be a text, but is a list/],
  ] as const) {
    const said = t.throws(() => parseProfile(value), { message }) as Error
    t.notMatch(said.message, '839201948571')
  }
})

const fileWith = (directory: string, text: string): string => {
  const file = join(directory, 'target.yaml')
  writeFileSync(file, text)
  return file
}

t.test('a file takes secrets from the environment', async (t) => {
  const text = `sandbox_base_url: https://sandbox.example.com/v1
credentials: { main: { client_id: cli_1, client_secret: "\${THE_SECRET}" } }`
  const file = fileWith(t.testdir(), text)
  t.equal(profileFromFile(file, { THE_SECRET: 'from-outside' }).credentials.main.client_secret, 'from-outside')
  t.throws(() => profileFromFile(file, {}), {
    code: 'missing_environment_variable',
    message: /THE_SECRET/,
    exitCode: 3,
  })
})

t.test('what every object has is no variable, a tag of others no text, and a very long file no profile', async (t) => {
  const read = (text: string) => () => profileFromFile(fileWith(t.testdir(), text), {})
  for (const name of ['constructor', '__proto__', 'toString'])
    t.throws(read(`sandbox_base_url: "https://\${${name}}/v1"`), { code: 'missing_environment_variable' }, name)
  t.throws(read('sandbox_base_url: !!js/function "f"'), { code: 'unreadable_profile', message: /Unresolved tag/ })
  const keys = Array.from({ length: 50_000 }, (_, n) => `k${n}: 1`).join('\n')
  t.throws(read(keys), { code: 'unreadable_profile', message: /has at most 256 KB/ })
})

t.test('a JSON file is read as well', async (t) => {
  const read = (text: string) => profileFromFile(fileWith(t.testdir(), text), {})
  for (const indent of [0, 1, 2])
    t.equal(read(JSON.stringify(minimal, null, indent)).credentials.main.client_id, 'cli_1')
  const written = `${JSON.stringify(minimal, null, 2)}\n`
  t.equal(read(written).credentials.main.client_id, 'cli_1')
  const twice = written.replace('{', '{\n  "sandbox_base_url": "https://other.example.com/v1",')
  t.throws(
    () => read(twice),
    { code: 'unreadable_profile', message: /Map keys must be unique/ },
    'a key that stands twice',
  )
})

t.test('a file that cannot be read is a coded error', async (t) => {
  t.throws(() => profileFromFile('/nowhere/target.yaml', {}), { code: 'unreadable_profile', message: /ENOENT/ })
  t.throws(() => profileFromFile(fileWith(t.testdir(), '{ a: [ }'), {}), { code: 'unreadable_profile' })
})

t.test('a file that grows or goes on for ever as it is read is refused', async (t) => {
  const nine = (name: string): string => `[${Array(9).fill(`*${name}`).join(', ')}]`
  const bomb = ['a0: &a0 [1]', ...Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} ${nine(`a${at}`)}`)]
  const texts = { levels: '['.repeat(20_000), aliases: bomb.join('\n'), itself: 'webhook: &w { tls: *w }' }
  for (const [name, text] of Object.entries(texts))
    t.throws(
      () => profileFromFile(fileWith(t.testdir(), text), {}),
      { code: 'unreadable_profile', message: /has few levels and aliases/, exitCode: 3 },
      name,
    )
})

t.test(
  'the certificate of the receiver lies beside the profile, and one that is no use is a coded error',
  async (t) => {
    const { generate } = await import('selfsigned')
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
    const { private: otherKey } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
    const folder = t.testdir({ 'hook.crt': cert, 'hook.key': key, 'other.key': otherKey, 'hook.txt': 'none' })
    const read = (tls: { cert: string; key: string }) =>
      profileFromFile(fileWith(folder, JSON.stringify({ ...minimal, webhook: { tls } })), {}).webhook.tls
    const beside = { cert: join(folder, 'hook.crt'), key: join(folder, 'hook.key') }
    t.strictSame(read({ cert: 'hook.crt', key: 'hook.key' }), beside)
    t.strictSame(read(beside), beside, 'also by their whole paths')
    const refused = (tls: { cert: string; key: string }, code: string) =>
      t.throws(() => read(tls), { code, exitCode: 3 }, JSON.stringify(tls))
    refused({ cert: 'no.crt', key: 'hook.key' }, 'unreadable_certificate')
    refused({ cert: 'hook.crt', key: 'hook.txt' }, 'unusable_certificate')
    refused({ cert: 'hook.crt', key: 'other.key' }, 'unusable_certificate')
  },
)

t.test('flags make a profile, and the secret comes from the environment alone', async (t) => {
  const flags = { baseUrl: 'https://sandbox.example.com/v1', clientId: 'cli_1', environment: undefined }
  const secret = { ASSAY_CLIENT_SECRET: 'secret-1' }
  t.match(profileFromFlags(flags, secret), { sandbox_base_url: flags.baseUrl, credentials: { main } })
  t.match(profileFromFlags({ ...flags, baseUrl: 'https://api.example.com/v1' }, secret), {
    production_base_url: 'https://api.example.com/v1',
    credentials: { main: { environment: 'production' } },
  })
  t.match(profileFromFlags({ ...flags, environment: 'production' }, secret).production_base_url, flags.baseUrl)
  t.throws(() => profileFromFlags(flags, {}), { code: 'missing_client_secret' })
  t.throws(() => profileFromFlags({ ...flags, clientId: undefined }, secret), { code: 'missing_client_id' })
})

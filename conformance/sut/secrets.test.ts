// Secrets are masked wherever they stand; sentences that only name a scheme stay as they are.
import t from 'tap'
import { createSecrets } from './secrets.ts'

t.test('secrets are masked wherever they stand, links and signatures too', async (t) => {
  const secrets = createSecrets()
  secrets.add('client secret', 'top-secret-value')
  secrets.add('access token', 'abc')
  const masked = secrets.mask({
    list: ['x top-secret-value y', { deep: 'top-secret-value' }],
    url: 'https://x/v1/download/doc_1?expires=1&signature=deadbeef01',
    header: `t=1,v1=${'ab'.repeat(32)}`,
    authorization: 'Bearer some-token',
    number: 7,
  })
  const text = JSON.stringify(masked)
  for (const secret of ['top-secret-value', 'deadbeef01', 'abababab', 'some-token']) t.notMatch(text, secret)
  t.match(text, 'expires=1')
  t.equal(masked.number, 7)
  t.strictSame(secrets.foundIn('a top-secret-value here', ['client secret', 'webhook secret']), ['client secret'])
  t.strictSame(secrets.foundIn('abc', ['access token']), [], 'too short to be known from other text')
})

t.test('the name of a client stays readable beside a secret of the same words', async (t) => {
  const secret = 'bluestem-sandbox-secret-of-ours'
  const secrets = createSecrets(['cli_bluestem_sandbox'])
  secrets.add('client secret', secret)
  const sent = 'client_id=cli_bluestem_sandbox&client_secret='
  t.equal(secrets.mask(sent + secret), `${sent}•••`)
  t.equal(secrets.mask(secret.slice(16)), '•••', 'a half that no name has')
  const unnamed = createSecrets()
  unnamed.add('client secret', secret)
  t.notMatch(unnamed.mask(sent), sent)
})

t.test('names of fields and writings that markup, scripts and tools have are masked, too', async (t) => {
  const secrets = createSecrets()
  const secret = 'top-secret&value'
  secrets.add('client secret', secret)
  const hex = (before: string, after = '') =>
    [...secret].map((char) => `${before}${char.charCodeAt(0).toString(16)}${after}`).join('')
  t.strictSame(secrets.mask({ [secret]: { [`x ${secret}`]: 1 } }), { '•••': { 'x •••': 1 } })
  for (const written of [
    'top-secret&amp;value',
    hex('&#x', ';'),
    hex('&#X', ';').toUpperCase(),
    [...secret].map((char) => `&#${char.charCodeAt(0)};`).join(''),
    hex('\\x'),
    hex('%25'),
    hex(':').slice(1),
    hex('').toUpperCase(),
    Buffer.from(Buffer.from(secret).toString('base64')).toString('base64').replace(/=+$/, '').slice(0, -2),
  ])
    t.match(secrets.mask(`a ${written}`), /^a .{0,4}•••.{0,6}$/, written)
})

t.test('no escape, number or separator hides a secret', async (t) => {
  const secrets = createSecrets()
  const secret = 'Qz7wert-Hk29_vbn+Lm3pX0/aa81YcDe'
  secrets.add('client secret', secret)
  const bytes = Buffer.from(secret)
  const some = (escape: (code: number) => string) =>
    [...bytes].map((code, index) => (index % 3 === 0 ? escape(code) : String.fromCharCode(code))).join('')
  const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0')
  const each = (write: (code: number) => string, between = '') => [...bytes].map(write).join(between)
  for (const written of [
    some((code) => `%${hex(code)}`),
    some((code) => `\\u${hex(code, 4)}`),
    some((code) => `&#${code};`),
    some((code) => `&amp;#x0${hex(code)};`),
    secret.replaceAll('/', '&sol;').replace('+', '&plus;').replace('_', '&lowbar;'),
    each((code) => `\\\\u${hex(code, 4)}`),
    each((code) => `\\u{${hex(code)}}`),
    each((code) => `%u${hex(code, 4)}`),
    each((code) => `%2525${hex(code)}`),
    each((code) => `\\${code.toString(8).padStart(3, '0')}`),
    each((code) => `=${hex(code).toUpperCase()}`),
    each((code) => `0x${hex(code)}`, ', '),
    each((code) => code.toString(2).padStart(8, '0'), ' '),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    JSON.stringify(bytes),
    JSON.stringify([...bytes], null, 2),
    JSON.stringify([...secret]),
    secret.replaceAll(/.{8}/g, '$&\r\n'),
    bytes.toString('base64').replaceAll(/.{16}/g, '$&\r\n'),
    Buffer.from(bytes.toString('hex')).toString('base64'),
    Buffer.from(bytes.toString('base64')).toString('hex'),
    encodeURIComponent(encodeURIComponent(bytes.toString('base64'))),
  ]) {
    const shown = secrets.mask(`a ${written} b`)
    t.match(shown, /^a [^]{0,28}•••[^]{0,6} b$/, written)
  }
  t.equal(secrets.mask('a &amp; b &nbsp; %20 \\u0041'), 'a &amp; b &nbsp; %20 \\u0041', 'nothing else changes')
})

t.test('a short secret is masked where it stands alone, and in base64', async (t) => {
  const secrets = createSecrets()
  secrets.add('client secret', 'secret')
  secrets.add('access token', 'abc12345')
  t.equal(secrets.mask('client_id=a&client_secret=secret'), 'client_id=a&client_secret=•••')
  t.equal(secrets.mask('{"client_secret":"secret"}'), '{"client_secret":"•••"}')
  t.equal(secrets.mask('one sec, retry'), 'one sec, retry')
  for (const text of ['abc12345', 'secret'])
    t.match(secrets.mask(`x ${Buffer.from(`a:${text}`).toString('base64')} y`), /^x .{0,5}•••.{0,4} y$/, text)
})

t.test('a secret in two halves is masked, and a short half is not', async (t) => {
  const secrets = createSecrets()
  secrets.add('client secret', 'a1b2c3d4e5f6g7h8i9j0k1l2')
  secrets.add('webhook secret', 'sandbox-lender')
  const halves = ['a1b2c3d4e5f6', 'g7h8i9j0k1l2']
  const fromTheirEnds = halves.map((half) => [...half].toReversed().join(''))
  for (const text of [...halves, ...fromTheirEnds]) t.equal(secrets.mask(`x ${text} y`), 'x ••• y')
  t.equal(secrets.mask('the sandbox of a lender'), 'the sandbox of a lender')
})

const { mask, maskOwn } = createSecrets()

t.test('a rule that names a scheme stays readable', async (t) => {
  for (const text of [
    'A request with the client id and the password of an HTTP Basic header is granted.',
    'Basic authentication works; so does a Bearer token.',
    'The scheme is Bearer.',
  ])
    t.equal(maskOwn(text), text)
})

t.test('a credential that is quoted in a sentence is hidden', async (t) => {
  t.equal(maskOwn('refused with Basic Y2xpXzE6c2VjcmV0'), 'refused with Basic •••')
  t.equal(maskOwn('sent "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x"'), 'sent "Bearer •••"')
})

t.test('on the wire whatever follows the scheme is a credential', async (t) => {
  t.equal(mask('Basic header'), 'Basic •••')
  t.equal(mask('Bearer abc'), 'Bearer •••')
})

t.test('a text that was shown is masked once it turns out to be a secret', async (t) => {
  const secrets = createSecrets()
  t.equal(secrets.mask('Bearer-less text'), 'Bearer-less text')
  t.equal(secrets.maskOwn('the-new-secret'), 'the-new-secret')
  t.equal(secrets.mask('the-new-secret'), 'the-new-secret')
  secrets.add('webhook secret', 'the-new-secret')
  t.equal(secrets.mask('the-new-secret'), '•••')
  t.equal(secrets.maskOwn('the-new-secret'), '•••')
})

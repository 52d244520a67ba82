// A certificate and a key that are given: the pair is taken, and all else is refused by name, without the text of a key.
import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { makeCertificate } from './certificate.ts'
import { checkTls } from './check-tls.ts'

const [own, other] = [await makeCertificate(), await makeCertificate()]

t.test('the two that belong together are taken, a chain too', async (t) => {
  t.doesNotThrow(() => checkTls(own))
  t.doesNotThrow(() => checkTls({ ...own, cert: `${own.cert}\n${other.cert}` }))
})

t.test('what is no such pair is refused in a sentence', async (t) => {
  const locked = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  }) as string
  const certificate = /^tls\.cert must be a certificate as PEM text, but /
  const key = /^tls\.key must be a private key as PEM text, without a passphrase, but /
  for (const [what, given, ...expected] of [
    ['empty', { ...own, cert: '' }, certificate, /is empty; give a certificate\.$/],
    ['garbage', { ...own, cert: 'garbage' }, certificate, /has no "-----BEGIN …-----" line/],
    ['a key for a certificate', { ...own, cert: own.key }, certificate, /has a PRIVATE KEY that cannot be read/],
    ['cut off', { ...own, cert: own.cert.slice(0, 100) }, certificate, /has a CERTIFICATE that cannot be read/],
    ['no key', { ...own, key: ' \n' }, key, /is empty; give the key of the certificate\.$/],
    ['garbage for a key', { ...own, key: 'a-secret-of-mine' }, key, /^(?!.*a-secret-of-mine)/],
    ['locked', { ...own, key: locked }, key, /is encrypted/],
    [
      'of another',
      { ...own, key: other.key },
      /^tls\.key must be the key of tls\.cert, but belongs to another certificate/,
    ],
  ] as [string, typeof own, ...RegExp[]][])
    for (const message of expected) t.throws(() => checkTls(given), { code: 'invalid_option', message }, what)
})

t.test('a file is named as it was given', async (t) => {
  const named = { cert: '--tls-cert a.pem', key: '--tls-key b.pem' }
  t.throws(() => checkTls({ ...own, cert: '' }, named), { message: /^--tls-cert a\.pem must be/ })
  t.throws(() => checkTls({ ...own, key: '' }, named), { message: /^--tls-key b\.pem must be/ })
})

// Whether a certificate and a key can serve HTTPS, with a sentence on what is wrong where OpenSSL has a code alone.
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { OptionError } from '../public/option-error.ts'
import type { Tls } from './listen.ts'

const refuse = (subject: string, expected: string, came: string, remedy: string): OptionError =>
  new OptionError('invalid_option', `${subject} must be ${expected}, but ${came}; ${remedy}.`)

/** What a text is, as far as its first line of PEM says; a text that may be a key is not repeated. */
const cameOf = (text: string): string => {
  if (text.trim() === '') return 'is empty'
  const [, label] = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text) ?? []
  return label === undefined ? 'has no "-----BEGIN …-----" line' : `has a ${label} that cannot be read`
}

const attempt = <T>(make: () => T): T | null => {
  try {
    return make()
  } catch {
    return null
  }
}

const keyOf = (text: string, subject: string): KeyObject => {
  const key = attempt(() => createPrivateKey(text))
  if (key) return key
  const isLocked = text.includes('ENCRYPTED')
  const came = isLocked ? 'is encrypted' : cameOf(text)
  throw refuse(subject, 'a private key as PEM text, without a passphrase', came, 'give the key of the certificate')
}

/** `named`: how a sentence names the two. @throws OptionError invalid_option */
export const checkTls = ({ cert, key }: Tls, named: Tls = { cert: 'tls.cert', key: 'tls.key' }): void => {
  const certificate = attempt(() => new X509Certificate(cert))
  if (!certificate) throw refuse(named.cert, 'a certificate as PEM text', cameOf(cert), 'give a certificate')
  if (certificate.checkPrivateKey(keyOf(key, named.key))) return
  throw refuse(
    named.key,
    `the key of ${named.cert}`,
    'belongs to another certificate',
    'give the two that belong together',
  )
}

// What was done instead, when a signature does not hold: the usual mistakes, each tried in turn.
import { createHash, createHmac } from 'node:crypto'
import { parseSignature, signatureOf } from './signature.ts'

export type Mistake = { breaks: 'algorithm' | 'key' | 'text'; words: string }

type Signed = {
  header: string | undefined
  body: Uint8Array
  json: unknown
  secret: string
  earlier: readonly string[]
}

const hmac = (key: string | Buffer, ...parts: (string | Uint8Array)[]): string => {
  const digest = createHmac('sha256', key)
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}

const hash = (...parts: (string | Uint8Array)[]): string => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}

/** The first known mistake that explains the signature; null when none does. */
export const mistakeIn = ({ header, body, json, secret, earlier }: Signed): Mistake | null => {
  const { timestamp, v1 } = parseSignature(header ?? '') ?? { timestamp: '', v1: '' }
  const reserialised = JSON.stringify(json) ?? ''
  const attempts: [Mistake['breaks'], string, () => string][] = [
    ['text', 'the body alone was signed', () => hmac(secret, body)],
    ['text', 'the time and the body were joined without a dot', () => hmac(secret, timestamp, body)],
    ['text', 'the time was left out, but not its dot', () => hmac(secret, '.', body)],
    ['text', 'a time of 0 was signed', () => signatureOf(secret, '0', body)],
    ['text', 'the body was serialised anew', () => hmac(secret, `${timestamp}.`, reserialised)],
    ['text', 'the time was signed in milliseconds', () => hmac(secret, `${timestamp}000.`, body)],
    ['text', 'the body and the time changed places', () => hmac(secret, body, `.${timestamp}`)],
    ['key', 'no key was used', () => signatureOf('', timestamp, body)],
    ['key', 'the key was read as base64', () => hmac(Buffer.from(secret, 'base64'), `${timestamp}.`, body)],
    ['key', 'the key was read as hex', () => hmac(Buffer.from(secret, 'hex'), `${timestamp}.`, body)],
    ...earlier.map((old): [Mistake['breaks'], string, () => string] => [
      'key',
      'an earlier secret was used',
      () => signatureOf(old, timestamp, body),
    ]),
    ['algorithm', 'a plain hash was used', () => hash(secret, `${timestamp}.`, body)],
    ['algorithm', 'a plain hash was used', () => hash(`${timestamp}.`, body, secret)],
    ['algorithm', 'a plain hash without a key was used', () => hash(`${timestamp}.`, body)],
  ]
  const found = attempts.find(([, , sign]) => sign() === v1.toLowerCase())
  return found ? { breaks: found[0], words: found[1] } : null
}

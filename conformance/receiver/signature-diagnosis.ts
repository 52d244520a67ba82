// What was signed instead, when a signature does not hold: the usual mistakes, each tried in turn.
import { createHash, createHmac } from 'node:crypto'
import { inAscii, sortedKeys, spaced } from '../evidence/json-orders.ts'
import { rightSignature, type Mistake } from '../evidence/signature-fault.ts'

type Signed = {
  header: string | undefined
  body: Uint8Array
  json: unknown
  secret: string
  earlier: readonly string[]
}

type Encoding = 'hex' | 'base64' | 'base64url'
type Part = string | Uint8Array

const hmac = (key: Part, parts: readonly Part[], algorithm = 'sha256', encoding: Encoding = 'hex'): string => {
  const digest = createHmac(algorithm, key)
  for (const part of parts) digest.update(part)
  return digest.digest(encoding)
}

const hash = (...parts: Part[]): string => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}

/** The same value in other bytes. */
const otherWritings = (json: unknown): [string, () => string][] =>
  json === undefined
    ? []
    : [
        ['compact JSON', () => JSON.stringify(json)],
        ['JSON indented by 2 spaces', () => JSON.stringify(json, null, 2)],
        ['JSON indented by 4 spaces', () => JSON.stringify(json, null, 4)],
        ['JSON indented by tabs', () => JSON.stringify(json, null, '\t')],
        ['JSON with a space after each comma and colon', () => spaced(json)],
        ['JSON with its keys sorted', () => JSON.stringify(sortedKeys(json))],
        ['JSON in ASCII', () => inAscii(JSON.stringify(json))],
        ['JSON in ASCII with a space after each comma and colon', () => inAscii(spaced(json))],
      ]

/** The time and the signature, in whatever form a header has them. */
const looselyIn = (header: string): { timestamp: string; value: string } => ({
  timestamp: /\bt=(\d+)/.exec(header)?.[1] ?? '',
  value: (/\b(?:v\d|sha\d+|s|sig|signature)=([^,;\s]+)/i.exec(header)?.[1] ?? header).trim(),
})

type Attempt = [Mistake['breaks'], string, () => string]

const attemptsAt = ({ body, json, secret, earlier }: Signed, timestamp: string): Attempt[] => {
  const text: Part[] = [`${timestamp}.`, body]
  const bodyAs = (words: string): string => `${rightSignature} over the body written again as ${words}`
  return [
    ['text', 'HMAC-SHA256(secret, "body"), without t', () => hmac(secret, [body])],
    ['text', 'HMAC-SHA256(secret, "t" + "body"), without the dot', () => hmac(secret, [timestamp, body])],
    ['text', 'HMAC-SHA256(secret, ".body"), without t', () => hmac(secret, ['.', body])],
    ['text', 'HMAC-SHA256(secret, "0.body"), with a t of 0', () => hmac(secret, ['0.', body])],
    ['text', 'HMAC-SHA256(secret, "t.body") with t in milliseconds', () => hmac(secret, [`${timestamp}000.`, body])],
    ['text', 'HMAC-SHA256(secret, "body.t")', () => hmac(secret, [body, `.${timestamp}`])],
    ['text', `${rightSignature} with a line break after the body`, () => hmac(secret, [...text, '\n'])],
    ...otherWritings(json).map(([words, write]): Attempt => [
      'text',
      bodyAs(words),
      () => hmac(secret, [`${timestamp}.`, write()]),
    ]),
    ['key', 'HMAC-SHA256("", "t.body"), without a secret', () => hmac('', text)],
    ['key', 'HMAC-SHA256(secret read as base64, "t.body")', () => hmac(Buffer.from(secret, 'base64'), text)],
    ['key', 'HMAC-SHA256(secret read as hex, "t.body")', () => hmac(Buffer.from(secret, 'hex'), text)],
    ...earlier.map((old): Attempt => ['key', 'HMAC-SHA256(an earlier secret, "t.body")', () => hmac(old, text)]),
    ['algorithm', 'SHA256(secret + "t.body"), a plain hash', () => hash(secret, ...text)],
    ['algorithm', 'SHA256("t.body" + secret), a plain hash', () => hash(...text, secret)],
    ['algorithm', 'SHA256("t.body"), a plain hash without the secret', () => hash(...text)],
    ['algorithm', 'HMAC-SHA1(secret, "t.body")', () => hmac(secret, text, 'sha1')],
    ['algorithm', 'HMAC-SHA384(secret, "t.body")', () => hmac(secret, text, 'sha384')],
    ['algorithm', 'HMAC-SHA512(secret, "t.body")', () => hmac(secret, text, 'sha512')],
    ['form', `${rightSignature} in base64, not in hex`, () => hmac(secret, text, 'sha256', 'base64')],
    ['form', `${rightSignature} in base64url, not in hex`, () => hmac(secret, text, 'sha256', 'base64url')],
    ['form', `${rightSignature} in a header of another form`, () => hmac(secret, text)],
  ]
}

/** Hex digits may be in either case; base64 may not. */
const isSame = (made: string, given: string): boolean =>
  made === given || (/^[0-9A-Fa-f]+$/.test(given) && made === given.toLowerCase())

/** The first known mistake that explains the signature; null when none does. */
export const mistakeIn = (signed: Signed): Mistake | null => {
  const { timestamp, value } = looselyIn(signed.header ?? '')
  if (value === '') return null
  const found = attemptsAt(signed, timestamp).find(([, , sign]) => isSame(sign(), value))
  return found ? { breaks: found[0], words: found[1] } : null
}

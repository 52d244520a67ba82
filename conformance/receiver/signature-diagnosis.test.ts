// The diagnosis of an invalid signature, on known signatures of one body.
import { createHmac } from 'node:crypto'
import t from 'tap'
import { mistakeIn } from './signature-diagnosis.ts'
import { rightSignature, signatureShown, unknownSignature } from '../evidence/signature-fault.ts'
import { faultOf } from './signature.ts'

const body = Buffer.from('{"id":"evt_1","data":{"b":1,"a":"é"}}')
const secret = 'a-secret-of-the-lender-of-48-characters-or-so-1234'
const at = '1772463848'

const hmacOf = (text: string, key = secret, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(Buffer.from(text))

const shown = (header: string, now = Number(at)): string => {
  const fault = faultOf({ header, body, secret, now })
  const given = { header, body, json: JSON.parse(body.toString()) as unknown, secret, earlier: ['the-secret-before'] }
  return signatureShown(fault, fault?.fails === 'timestamp' ? null : mistakeIn(given))
}

const signed = (text: string, key = secret): string => shown(`t=${at},v1=${hmacOf(text, key).digest('hex')}`)

t.test('the right signature is shown as the right one', async (t) => {
  t.equal(signed(`${at}.${body.toString()}`), rightSignature)
  t.equal(rightSignature, 'HMAC-SHA256(secret, "t.body")')
})

t.test('a wrong secret is distinguished from other bytes', async (t) => {
  t.match(signed(`${at}.${body.toString()}`, 'the-secret-before'), 'an earlier secret')
  t.equal(signed(`${at}.${body.toString()}`, 'never heard of'), unknownSignature)
  t.equal(signed(`${at}.{"id":"evt_2"}`), unknownSignature)
  t.match(signed(`${at}.${body.toString()}\n`), 'a line break after the body')
})

t.test('a body that was written again before it was signed is named with its form', async (t) => {
  const value = JSON.parse(body.toString()) as unknown
  t.match(signed(`${at}.${JSON.stringify(value, null, 2)}`), 'JSON indented by 2 spaces')
  t.match(signed(`${at}.${JSON.stringify(value, null, 4)}`), 'JSON indented by 4 spaces')
  t.match(signed(`${at}.{"id": "evt_1", "data": {"b": 1, "a": "é"}}`), 'a space after each comma and colon')
  t.match(signed(`${at}.{"data":{"a":"é","b":1},"id":"evt_1"}`), 'keys sorted')
  t.match(signed(`${at}.{"id":"evt_1","data":{"b":1,"a":"\\u00e9"}}`), 'JSON in ASCII')
})

t.test('another scheme is named', async (t) => {
  t.match(signed(body.toString()), 'HMAC-SHA256(secret, "body"), without t')
  t.match(signed(`.${body.toString()}`), 'without t')
  const text = `${at}.${body.toString()}`
  t.match(shown(`t=${at},v1=${hmacOf(text).digest('base64')}`), 'in base64, not in hex')
  t.match(shown(`t=${at},v1=${hmacOf(text, secret, 'sha512').digest('hex')}`), 'HMAC-SHA512')
  t.match(shown(`t=${at},v1=${hmacOf(text, secret, 'sha1').digest('hex')}`), 'HMAC-SHA1(')
  t.match(shown(`sha256=${hmacOf(body.toString()).digest('hex')}`), 'HMAC-SHA256(secret, "body"), without t')
})

t.test('a time that is too old is said to be, in seconds', async (t) => {
  const header = `t=${at},v1=${hmacOf(`${at}.${body.toString()}`).digest('hex')}`
  t.match(shown(header, Number(at) + 900), 't is 900 s from')
})

t.test('no digit of a signature is shown', async (t) => {
  const digits = hmacOf('other').digest('hex')
  t.notMatch(shown(`t=${at},v1=${digits}`), digits.slice(0, 8))
})

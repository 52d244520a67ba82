// The receiver's own reading of a webhook signature: form first, then the time, then the signature itself.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Delivery } from '../evidence/delivery.ts'
import { headerOf } from '../evidence/exchange.ts'
import type { SignatureFault } from '../evidence/signature-fault.ts'
import { limits } from '../contract/limits.ts'

type SignedRequest = {
  /** The value of `X-Service-Signature`; undefined where the header is missing. */
  header: string | undefined
  /** The raw body. */
  body: Uint8Array
  secret: string
  /** The receiver's clock, in Unix seconds. */
  now: number
}

const form = /^t=(0|[1-9]\d{0,14}),v1=([0-9A-Fa-f]{64})$/

/** The time and the signature of a header, or null where it does not read `t=<unix_seconds>,v1=<hex>`. */
export const parseSignature = (header: string): { t: number; timestamp: string; v1: string } | null => {
  const [, timestamp, v1] = form.exec(header) ?? []
  return timestamp === undefined || v1 === undefined ? null : { t: Number(timestamp), timestamp, v1 }
}

/** HMAC-SHA256 over `<t>.<raw body>`, in lower case hex. */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** Whether a delivery is signed with that secret, whichever is in force. */
export const isSigned = ({ headers, body }: Delivery, secret: string): boolean => {
  const parsed = parseSignature(headerOf(headers, 'x-service-signature') ?? '')
  return parsed !== null && signatureOf(secret, parsed.timestamp, body) === parsed.v1.toLowerCase()
}

/** Null when the request is to be accepted. */
export const faultOf = ({ header, body, secret, now }: SignedRequest): SignatureFault | null => {
  if (header === undefined) return { fails: 'header', why: 'there is no X-Service-Signature' }
  const parsed = parseSignature(header)
  if (!parsed) return { fails: 'header', why: 'the header does not read t=<unix seconds>,v1=<64 hex digits>' }
  if (Math.abs(now - parsed.t) > limits().signature_tolerance_seconds)
    return { fails: 'timestamp', why: `t is ${now - parsed.t} s from the receiver's clock` }
  const expected = Buffer.from(signatureOf(secret, parsed.timestamp, body), 'hex')
  return timingSafeEqual(expected, Buffer.from(parsed.v1, 'hex'))
    ? null
    : { fails: 'signature', why: 'v1 is not the HMAC of t and the body under the secret in force' }
}

// Every delivery has a signature header that reads as the contract writes it: a time, and a SHA-256 in hex.
import type { Delivery } from '../evidence/delivery.ts'
import { headerOf } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { matching, present } from '../evidence/expected.ts'
import type { DeliveryInvariant } from './invariant.ts'

const there = 'delivery.signature-header'
const form = 'delivery.signature-header-form'
const inHex = 'delivery.signature-is-in-hex'
const algorithm = 'delivery.signature-is-hmac-sha256'
const pointer = 'header:X-Service-Signature'

const hexDigits = 64

const judgeText = (v1: string): Assertion[] => {
  const hex = /^[0-9A-Fa-f]+$/.test(v1)
  // A digest of another length is another algorithm's; whether one of this length is right is shown by the signature.
  const other = hex && v1.length !== hexDigits
  return [
    ...assertion(inHex, hex, matching(/^[0-9A-Fa-f]+$/), v1, pointer),
    ...(other ? assertion(algorithm, false, `${hexDigits} hex digits`, `${v1.length} hex digits`, pointer) : []),
  ]
}

const assert = ({ headers, mistake }: Delivery): Assertion[] => {
  const header = headerOf(headers, 'x-service-signature')
  if (header === undefined) return assertion(there, false, present, header, pointer)
  // Eleven digits of seconds reach beyond the year 5000: a longer number counts something else.
  const parts = /^t=(0|[1-9]\d{0,10}),v1=([^,;\s]+)$/.exec(header)
  return [
    ...assertion(there, true, null, null),
    ...assertion(
      form,
      parts !== null,
      't=<unix seconds>,v1=<hex>',
      mistake ? `${header}: ${mistake.words}` : header,
      pointer,
    ),
    ...(parts ? judgeText(parts[2]!) : []),
  ]
}

export const signatureHeader: DeliveryInvariant = {
  id: 'invariant.signature-header',
  rules: [there, form, inHex, algorithm],
  assert,
}

// Every delivery is signed over its time and its raw body, with the secret in force, at the time it is sent.
import { envelopeOf, type Delivery } from '../receiver/delivery.ts'
import { parseSignature } from '../receiver/signature.ts'
import { headerOf } from '../target/exchange.ts'
import { claim } from './comparison.ts'
import type { DeliveryJudge, Memory } from './judge-definition.ts'

const signed = [
  'delivery.signature-is-hmac-sha256',
  'delivery.signature-is-keyed-with-the-secret',
  'delivery.signature-covers-t-and-raw-body',
]
const fresh = 'delivery.retry-has-a-fresh-t'

const judge = (delivery: Delivery, { attempts }: Memory) => {
  const { headers, fault, receivedAt } = delivery
  const header = headerOf(headers, 'x-service-signature') ?? ''
  const isRetry = (attempts.get(String(envelopeOf(delivery).id)) ?? 0) > 1
  const parsed = parseSignature(header)
  if (!parsed) return []
  const late = fault?.fails === 'time'
  const at = Math.floor(receivedAt / 1000)
  return [
    ...(late || isRetry
      ? claim(fresh, !late, `a t within five minutes of ${at}`, parsed.t, 'header:X-Service-Signature')
      : []),
    ...(late
      ? []
      : claim(
          signed,
          fault === null,
          'the HMAC-SHA256 of t, a dot and the raw body',
          header,
          'header:X-Service-Signature',
        )),
  ]
}

export const deliverySignature: DeliveryJudge = {
  id: 'judge.delivery-signature',
  rules: [...signed, fresh],
  judge,
}

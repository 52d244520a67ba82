// Every delivery is signed over its time and its raw body, with the secret in force, at the time it is sent.
import { envelopeOf, type Delivery } from '../receiver/delivery.ts'
import { parseSignature } from '../receiver/signature.ts'
import { headerOf } from '../target/exchange.ts'
import { claim, type Claim } from './comparison.ts'
import type { DeliveryJudge, Memory } from './judge-definition.ts'
import type { Mistake } from '../receiver/signature-diagnosis.ts'

const broken: Record<Mistake['breaks'], string> = {
  algorithm: 'delivery.signature-is-hmac-sha256',
  key: 'delivery.signature-is-keyed-with-the-secret',
  text: 'delivery.signature-covers-t-and-raw-body',
}
const signed = Object.values(broken)
const fresh = 'delivery.retry-has-a-fresh-t'
const pointer = 'header:X-Service-Signature'

const judgeSignature = ({ fault, mistake }: Delivery, v1: string): Claim[] => {
  if (fault === null) return claim(signed, true, null, null)
  const rules = mistake ? [broken[mistake.breaks]] : signed
  return claim(rules, false, 'the HMAC-SHA256 of t, a dot and the raw body', mistake?.words ?? v1, pointer)
}

const judge = (delivery: Delivery, memory: Memory): Claim[] => {
  const { headers, fault, receivedAt } = delivery
  const parsed = parseSignature(headerOf(headers, 'x-service-signature') ?? '')
  if (!parsed) return []
  const late = fault?.fails === 'timestamp'
  const isRetry = (memory.attempts.get(String(envelopeOf(delivery).id)) ?? 0) > 1
  const at = Math.floor(receivedAt / 1000)
  return [
    ...(late || isRetry ? claim(fresh, !late, `a t within five minutes of ${at}`, parsed.t, pointer) : []),
    ...(late ? [] : judgeSignature(delivery, parsed.v1)),
  ]
}

export const deliverySignature: DeliveryJudge = { id: 'judge.delivery-signature', rules: [...signed, fresh], judge }

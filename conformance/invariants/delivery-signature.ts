// Every delivery is signed over its time and its raw body, with the secret in force, at the time it is sent.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { parseSignature } from '../receiver/signature.ts'
import { headerOf } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { DeliveryInvariant, Memory } from './invariant.ts'
import { rightSignature, signatureKey, signatureShown, type Mistake } from '../evidence/signature-fault.ts'

const broken: Record<Exclude<Mistake['breaks'], 'form'>, string> = {
  algorithm: 'delivery.signature-is-hmac-sha256',
  key: 'delivery.signature-is-keyed-with-the-secret',
  text: 'delivery.signature-covers-t-and-raw-body',
}
const signed = Object.values(broken)
/** Where the key of a kind of delivery alone is wrong, its own rule says so. */
const ofRetry = 'delivery.retry-signed-with-secret-in-force'
const ofSpecimen = 'delivery.specimen-is-signed-with-the-current-secret'
const fresh = 'delivery.retry-has-a-fresh-t'
const pointer = 'header:X-Service-Signature'

/** By event id, the first time that was signed, and when its delivery came. */
const firstTimes = (): Map<string, { t: number; receivedAt: number }> => new Map()

/** Seconds: of attempts that came so far apart, each with a time of its own, the times differ by more than the second. */
const apart = { attempts: 10, times: 2 }

/** Whether the time of a later attempt could be its own, however late it came: it is not that of the first. */
const isOwnTime = ({ receivedAt }: Delivery, t: number, first: { t: number; receivedAt: number }): boolean =>
  receivedAt - first.receivedAt < 1000 * apart.attempts || Math.abs(t - first.t) > apart.times

const judgeSignature = ({ fault, mistake }: Delivery, own: string[]): Assertion[] => {
  if (fault === null) return assertion([...signed, ...own], true, null, null)
  const ofKey = mistake?.breaks === 'key' ? own : []
  const rules = mistake && mistake.breaks !== 'form' ? [broken[mistake.breaks]] : signed
  const failure = { kind: 'bad_signature', key: signatureKey(fault, mistake) } as const
  return assertion(
    ofKey.length > 0 ? ofKey : rules,
    false,
    rightSignature,
    signatureShown(fault, mistake),
    pointer,
    failure,
  )
}

const assert = (delivery: Delivery, memory: Memory): Assertion[] => {
  const { headers, fault, receivedAt } = delivery
  const parsed = parseSignature(headerOf(headers, 'x-service-signature') ?? '')
  if (!parsed) return []
  const late = fault?.fails === 'timestamp'
  const { id, test } = envelopeOf(delivery)
  const isRetry = (memory.attempts.get(String(id)) ?? 0) > 1
  const own = isRetry ? [ofRetry] : test === true ? [ofSpecimen] : []
  const at = Math.floor(receivedAt / 1000)
  const times = memory.of(firstTimes)
  const first = times.get(String(id)) ?? { t: parsed.t, receivedAt }
  times.set(String(id), first)
  const isFresh = !late && (!isRetry || isOwnTime(delivery, parsed.t, first))
  return [
    ...(late || isRetry ? assertion(fresh, isFresh, `t of about ${at}`, parsed.t, pointer) : []),
    ...(late ? [] : judgeSignature(delivery, own)),
  ]
}

export const deliverySignature: DeliveryInvariant = {
  id: 'invariant.delivery-signature',
  rules: [...signed, ofRetry, ofSpecimen, fresh],
  assert,
}

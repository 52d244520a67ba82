// What a fault does to one delivery attempt: other bytes, another time, another signature, or nothing sent at all.
import type { Webhooks } from '../behaviour/webhooks.ts'
import type { DeliveryResult } from './deliver.ts'
import { deliveryError } from './delivery-error.ts'
import type { DeliveryFault } from '../public/fault.ts'

type Signed = { t: number; secret: string }

/** Every payload has the number of its order (Events / Delivery). */
const altered = (body: string): string => {
  const envelope = JSON.parse(body) as { data: { order_number: string } }
  envelope.data.order_number = `${envelope.data.order_number}-1`
  return JSON.stringify(envelope)
}

/** What is signed; the bytes that are sent may be others. */
export const signedUnder = (fault: DeliveryFault | undefined, signed: Signed, previous: string | undefined): Signed => {
  if (fault?.kind === 'stale') return { ...signed, t: signed.t - (fault.seconds ?? 600) }
  if (fault?.kind !== 'wrong-secret') return signed
  return { ...signed, secret: (fault.secret === 'previous' ? previous : undefined) ?? `another ${signed.secret}` }
}

export const sentUnder = (fault: DeliveryFault | undefined, body: string): string => {
  if (fault?.kind !== 'alter') return body
  return fault.change === 'space' ? JSON.stringify(JSON.parse(body), null, 1) : altered(body)
}

/** What is recorded of an attempt that never goes out; undefined where it does. */
export const unsentUnder = (
  fault: DeliveryFault | undefined,
  headers: ReturnType<Webhooks['headers']>,
): DeliveryResult | undefined => {
  if (fault?.kind !== 'drop') return undefined
  const isDelivered = fault.recorded === 'delivered'
  return {
    sent: headers,
    answer: isDelivered ? { status: 200, headers: [], body: Buffer.alloc(0), truncated: false } : null,
    error: deliveryError('dropped', 'A fault dropped the attempt.'),
    timings: { answered_ms: isDelivered ? 0 : null, total_ms: 0 },
  }
}

// One request that reached the receiver: its raw bytes, what was made of them, and how it was answered.
import type { Headers } from './exchange.ts'
import type { SignatureFault } from './signature-fault.ts'
import type { Mistake } from './signature-fault.ts'

export type Envelope = {
  id: string
  type: string
  created_at: string
  api_version: string
  test?: boolean
  data: { order_id: string; [field: string]: unknown }
}

export type Delivery = {
  /** `d1`, `d2`, … in the order of arrival. */
  id: string
  /** Milliseconds since 1970. */
  receivedAt: number
  method: string
  path: string
  secure: boolean
  headers: Headers
  body: Uint8Array
  /** The JSON value of the body, or undefined where it holds none. */
  json: unknown
  /** Null when the signature holds under the secret in force. */
  fault: SignatureFault | null
  /** What was done instead, where a signature does not hold and a usual mistake explains it. */
  mistake?: Mistake | null
  /** What the receiver did with it. */
  answer: string
}

/** The envelope of a delivery, as far as its JSON is an object; its fields are not to be trusted. */
export const envelopeOf = ({ json }: Delivery): Partial<Envelope> =>
  typeof json === 'object' && json !== null ? (json as Partial<Envelope>) : {}

/** The attempts at one event that came. */
export const attemptsAt = (id: unknown, deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.filter((one) => envelopeOf(one).id === id)

export const orderOf = (delivery: Delivery): string | undefined => {
  const { data } = envelopeOf(delivery)
  return typeof data?.order_id === 'string' ? data.order_id : undefined
}

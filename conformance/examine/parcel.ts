// One delivery as an examination sends it: an event of the contract, written and signed as asked.
import { ulid } from 'ulid'
import { openapi, webhookTable } from '../contract/contract.ts'
import type { Headers } from '../evidence/exchange.ts'
import { signatureOf } from '../receiver/signature.ts'

export type EventBody = {
  id: string
  type: string
  created_at: string
  api_version: string
  data: { order_id: string; order_number: string; [field: string]: unknown }
  test?: boolean
  [field: string]: unknown
}

export type Parcel = {
  type: string
  /** What it is, after "a delivery": `whose body was altered after it was signed`. */
  what: string
  body: Uint8Array
  headers: Headers
}

type Specimens = { event_types: { type: string; specimen: Record<string, unknown> }[] }

export const knownTypes = (): string[] => webhookTable().event_types.map(({ type }) => type)

/** As the contract writes a time: to the second, in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const dayMs = 86_400_000

/** The placeholders of fixtures/webhooks.yaml. */
const filled = (value: unknown, orderId: string, now: number): unknown => {
  if (Array.isArray(value)) return value.map((entry) => filled(entry, orderId, now))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, orderId, now)]))
  if (value === '<now>') return timestamp(now)
  if (value === '<order_id>') return orderId
  const days = typeof value === 'string' ? /^<in (\d+) days>$/.exec(value)?.[1] : undefined
  return days === undefined ? value : timestamp(now + Number(days) * dayMs).slice(0, 10)
}

const newEventId = (): string => `evt_${ulid()}`

/** An event of a known type with the fields that the contract names. */
export const eventOf = (type: string, order: { id: string; number: string }, now: number): EventBody => {
  const { specimen = {} } = (webhookTable() as unknown as Specimens).event_types.find((one) => one.type === type) ?? {}
  const fields = filled(specimen, order.id, now) as Record<string, unknown>
  return {
    id: newEventId(),
    type,
    created_at: timestamp(now),
    api_version: openapi().info.version,
    data: { order_id: order.id, order_number: order.number, ...fields },
  }
}

/** What `POST /webhook/test` sends: about an order that nobody has. */
export const specimenOf = (event: EventBody): EventBody => ({
  ...event,
  data: { ...event.data, order_id: `ord_test_${ulid()}` },
  test: true,
})

/** A parcel with the headers of the contract; `signature` replaces the true one, and null leaves the header out. */
export const parcelOf = (given: {
  what: string
  event: { id: string; type: string }
  body: Uint8Array
  secret: string
  /** Unix seconds, or what stands in their place. */
  t: number | string
  signature?: string | null
}): Parcel => {
  const { what, event, body, secret, t } = given
  const { signature = `t=${t},v1=${signatureOf(secret, String(t), body)}` } = given
  return {
    type: event.type,
    what,
    body,
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'Service-Webhooks/1.0'],
      ['X-Service-Event-Id', event.id],
      ['X-Service-Event-Type', event.type],
      ...(signature === null ? [] : ([['X-Service-Signature', signature]] as Headers)),
    ],
  }
}

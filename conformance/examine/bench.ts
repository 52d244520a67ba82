// What the examinations of one receiver are made with: its secret, its order, its clock, and the events that it is sent.
import { ulid } from 'ulid'
import { instantIn } from '../contract/instant.ts'
import { headerOf, type Exchange } from '../evidence/exchange.ts'
import type { Bench } from './examination.ts'
import { eventOf, knownTypes, parcelOf, type EventBody } from './parcel.ts'
import { compact } from './writings.ts'

type BenchOptions = {
  secret: string
  previousSecret: string | undefined
  orderId: string | undefined
  /** The types that the receiver is sent; all of them when not given. */
  events: readonly string[] | undefined
  now: () => number
}

export type OwnBench = Bench & {
  /** Learns from an answer what the receiver's clock shows. */
  heard(exchange: Exchange): void
  /** How far the receiver's clock is ahead, in milliseconds; 0 where its answers show no difference. */
  readonly ahead: number
  writeWith(write: (value: unknown) => string): void
  found(rule: string): void
  refused(type: string): void
}

/** Below it a header that counts seconds, and a network, may be all there is to it. */
const leastMs = 5_000

export const createBench = ({ secret, previousSecret, orderId, events, now }: BenchOptions): OwnBench => {
  const order = { id: orderId ?? `ord_${ulid()}`, number: 'ASSAY-1' }
  const refusedTypes = new Set<string>()
  const violated = new Set<string>()
  let ahead = 0
  let write = compact
  const sends = (type: string): boolean => events === undefined || events.includes(type)
  const receiverNow = (): number => now() + ahead
  return {
    secret,
    previousSecret,
    order,
    now,
    receiverNow,
    get ahead() {
      return ahead
    },
    sends,
    takes: (type) => !refusedTypes.has(type),
    prefer: (...types) =>
      [...types, ...knownTypes()].find((type) => sends(type) && !refusedTypes.has(type)) ?? types[0]!,
    event(type, fields = {}) {
      const event = eventOf(type, order, now())
      return { ...event, data: { ...event.data, ...fields } }
    },
    write: (event) => write(event),
    parcel(what, event: EventBody, { text = write(event), bytes, secret: key = secret, t, signature } = {}) {
      const seconds = t ?? Math.floor(now() / 1000)
      const body = bytes ?? Buffer.from(text)
      return parcelOf({ what, event, body, secret: key, t: seconds, ...(signature !== undefined && { signature }) })
    },
    failed: (rule) => violated.has(rule),
    refused: (type) => void refusedTypes.add(type),
    found: (rule) => void violated.add(rule),
    writeWith: (given) => void (write = given),
    heard({ response, startedAt, ms }) {
      const shown = instantIn(headerOf(response?.headers ?? [], 'date'))
      const difference = shown - (startedAt + ms)
      // A date has whole seconds: an answer given just now is up to a second behind.
      ahead = Math.abs(difference) > leastMs ? difference : 0
    },
  }
}

// What an observer is: one freedom, and how exchanges and deliveries show which reading of it the target takes.
import { envelopeOf, type Delivery, type Envelope } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { readingOf, type Cases } from './cases.ts'

/** One exchange shows it. */
export type ExchangeObserver = {
  freedom: string
  /** Null where the exchange does not show it. `isDirected`: it is about an order that the company was asked to change. */
  reading(exchange: Answered, isDirected?: boolean): string | null
}

/** One delivery shows it. */
type DeliveryObserver = {
  freedom: string
  delivered(delivery: Delivery): string | null
}

export type Started = Partial<Pick<ExchangeObserver, 'reading'> & Pick<DeliveryObserver, 'delivered'>> & {
  /** The target asked by a POST whether the webhook's address answers; no exchange and no delivery is there to show. */
  probed?(): string | null
}

/** Only several exchanges or deliveries together show it. */
export type StatefulObserver = {
  freedom: string
  /** Once for each run. */
  start(): Started
}

export type Observer = ExchangeObserver | DeliveryObserver | StatefulObserver

type When = (exchange: Answered) => boolean
type Value = (exchange: Answered) => unknown

/** One value of an exchange shows it: `matches('x.y', succeeded('getAccount'), header('etag'), { no: absent, yes: present })`. */
export const matches = (freedom: string, when: When, value: Value, cases: Cases): ExchangeObserver => ({
  freedom,
  reading: (exchange) => (when(exchange) ? readingOf(value(exchange), cases) : null),
})

/** One value of a delivery shows it. */
export const matchesDelivery = (
  freedom: string,
  when: (delivery: Delivery) => boolean,
  value: (delivery: Delivery, envelope: Partial<Envelope>) => unknown,
  cases: Cases,
): DeliveryObserver => ({
  freedom,
  delivered: (delivery) => (when(delivery) ? readingOf(value(delivery, envelopeOf(delivery)), cases) : null),
})

/** The reading of a condition. */
export const either = (holds: boolean, yes: string, no: string): string => (holds ? yes : no)

/** The first reading that any of them shows. */
export const firstOf = <T>(all: readonly T[], reading: (one: T) => string | null): string | null => {
  for (const one of all) {
    const found = reading(one)
    if (found !== null) return found
  }
  return null
}

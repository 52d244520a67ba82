// What an observer is: one freedom, and how to tell from exchanges and deliveries which reading of it the target takes.
import type { Delivery } from '../evidence/delivery.ts'
import { valueAt } from '../evidence/seen.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'

/** One exchange shows it. */
export type ExchangeObserver = {
  freedom: string
  /** Null where the exchange does not show it. */
  reading(exchange: Answered): string | null
}

/** One delivery shows it. */
export type DeliveryObserver = {
  freedom: string
  delivered(delivery: Delivery): string | null
}

/** Only several exchanges or deliveries together show it. */
export type StatefulObserver = {
  freedom: string
  /** Once for each run. */
  start(): Partial<Pick<ExchangeObserver, 'reading'> & Pick<DeliveryObserver, 'delivered'>>
}

export type Observer = ExchangeObserver | DeliveryObserver | StatefulObserver

export const operation = (exchange: Answered, ...ids: string[]): boolean =>
  exchange.operation !== null && ids.includes(exchange.operation)

export const isSuccess = ({ response }: Answered): boolean => response.status >= 200 && response.status < 300

/** A value of the answer by JSON pointer; undefined where there is none. */
export const responseAt = (exchange: Answered, pointer: string): unknown =>
  valueAt(jsonOf(exchange.response.body), pointer)

/** A value of the request by JSON pointer; undefined where the request has none or is no JSON. */
export const requestAt = ({ request }: Answered, pointer: string): unknown =>
  request.body === null ? undefined : valueAt(jsonOf(request.body), pointer)

export const itemsAt = (exchange: Answered, pointer: string): Record<string, unknown>[] => {
  const value = responseAt(exchange, pointer)
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

/** The reading of a condition. */
export const either = (holds: boolean, yes: string, no: string): string => (holds ? yes : no)

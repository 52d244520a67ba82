// What an observer reads from an answer: whose it is, whether it succeeded, its headers and values, and those of its request.
import { entriesIn } from '../evidence/parts.ts'
import { orderIn } from '../evidence/plain-path.ts'
import type { Delivery } from '../evidence/delivery.ts'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { valueAt } from '../evidence/seen.ts'
import { readingOf, statuses } from './cases.ts'

export const operation = (exchange: Answered, ...ids: string[]): boolean =>
  exchange.operation !== null && ids.includes(exchange.operation)

export const isSuccess = ({ response }: Answered): boolean => response.status >= 200 && response.status < 300

export const always = (): boolean => true

export const succeeded =
  (...ids: string[]) =>
  (exchange: Answered): boolean =>
    operation(exchange, ...ids) && isSuccess(exchange)

/** Answers with a status to one of some operations. */
export const answered =
  (status: number, ...ids: string[]) =>
  (exchange: Answered): boolean =>
    exchange.response.status === status && operation(exchange, ...ids)

/** A delivery whose signature is right under the secret in force, so that it is the service's own. */
export const isSigned = ({ fault }: Delivery): boolean => fault === null

export const statusOf = ({ response }: Answered): number => response.status

export const statusReading = ({ response }: Answered, ...wanted: number[]): string | null =>
  readingOf(response.status, statuses(...wanted))

export const headerAt = ({ response }: Answered, name: string): string | undefined => headerOf(response.headers, name)

/** A value of the answer by JSON pointer; undefined where there is none. */
export const responseAt = (exchange: Answered, pointer: string): unknown =>
  valueAt(jsonOf(exchange.response.body), pointer)

/** A value of the request by JSON pointer; undefined where the request has none or is no JSON. */
export const requestAt = ({ request }: Answered, pointer: string): unknown =>
  request.body === null ? undefined : valueAt(jsonOf(request.body), pointer)

export const itemsAt = (exchange: Answered, pointer: string): Record<string, unknown>[] =>
  entriesIn(responseAt(exchange, pointer))

export const header =
  (name: string) =>
  (exchange: Answered): string | undefined =>
    headerAt(exchange, name)?.trim()

export const pointer =
  (path: string) =>
  (exchange: Answered): unknown =>
    responseAt(exchange, path)

/** The order that the address of a request names. */
export const orderIdOf = ({ request }: Answered): string | undefined => orderIn(request.url)

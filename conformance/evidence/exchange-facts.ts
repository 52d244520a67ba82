// The facts of a recorded exchange by which a failure is named: operation, status, and the explanation of a refusal.
import type { RecordedExchange } from '../../reports/run-record.ts'
import { isObject } from '../contract/is-object.ts'

export type ExchangeFacts = {
  operation: string | null
  status: number | null
  /** The code of an error and the fields that its details name, positions left out. */
  explains: readonly string[]
  /** The field that the body of an error lies under, where it lies under one. */
  nestedUnder?: string | null
  /** An error whose body is no JSON. */
  isUnreadable?: boolean
  /** What answered before the service did, where something did. */
  answeredBy?: string | null
}

/** Null for a delivery, and for what is in no record. */
export type SightOf = (id: string) => ExchangeFacts | null

type ErrorBody = { code?: unknown; error?: unknown; details?: unknown }

const isText = (value: unknown): value is string => typeof value === 'string'

const withoutPositions = (path: string): string =>
  path
    .split('.')
    .filter((part) => Number.isNaN(Number(part)))
    .join('.')

const explanationIn = (body: unknown): string[] => {
  const { code, error, details } = (body ?? {}) as ErrorBody
  const fields = (Array.isArray(details) ? details : []).map((one: { field?: unknown } | null) => one?.field)
  return [...new Set([code, error, ...fields].filter(isText).map(withoutPositions))]
}

/** Undefined where it is none. */
const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Neither of them is on top, and both are in one of its fields: `{"error": {"code": …, "message": …}}`. */
const wrapperIn = (body: unknown): string | null => {
  if (!isObject(body) || 'code' in body || 'message' in body) return null
  const [name = null] = Object.entries(body).flatMap(([key, inner]) =>
    isObject(inner) && 'code' in inner && 'message' in inner ? [key] : [],
  )
  return name
}

export const factsOf = ({ operation, response }: RecordedExchange): ExchangeFacts => {
  const status = response?.status ?? null
  if ((status ?? 0) < 400) return { operation, status, explains: [] }
  const { text = '', cut = false } = response?.body ?? {}
  const body = jsonIn(text)
  const nestedUnder = operation === 'requestToken' ? null : wrapperIn(body)
  const isUnreadable = !cut && text !== '' && body === undefined
  return {
    operation,
    status,
    explains: explanationIn(body),
    ...(nestedUnder !== null && { nestedUnder }),
    ...(isUnreadable && { isUnreadable }),
  }
}

export const sightsIn = (exchanges: readonly RecordedExchange[], facts = factsOf): SightOf => {
  const known = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return (id) => {
    const exchange = known.get(id)
    return exchange ? facts(exchange) : null
  }
}

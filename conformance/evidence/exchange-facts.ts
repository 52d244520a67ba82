// The facts of a recorded exchange by which a failure is named: operation, status, and the explanation of a refusal.
import type { RecordedExchange } from '../../reports/run-record.ts'

export type ExchangeFacts = {
  operation: string | null
  status: number | null
  /** The code of an error and the fields that its details name, positions left out. */
  explains: readonly string[]
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

const explanationIn = (text: string | undefined): string[] => {
  try {
    const { code, error, details } = (JSON.parse(text ?? '') ?? {}) as ErrorBody
    const fields = (Array.isArray(details) ? details : []).map((one: { field?: unknown } | null) => one?.field)
    return [...new Set([code, error, ...fields].filter(isText).map(withoutPositions))]
  } catch {
    return []
  }
}

export const factsOf = ({ operation, response }: RecordedExchange): ExchangeFacts => {
  const status = response?.status ?? null
  return { operation, status, explains: (status ?? 0) < 400 ? [] : explanationIn(response?.body?.text) }
}

export const sightsIn = (exchanges: readonly RecordedExchange[], facts = factsOf): SightOf => {
  const known = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return (id) => {
    const exchange = known.get(id)
    return exchange ? facts(exchange) : null
  }
}

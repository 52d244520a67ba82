// A copy of an exchange: a kept one reads its parts when they are asked for, and a copy needs them.
import type { RecordedExchange } from './run-record.ts'

export const plainExchange = (one: RecordedExchange, changed: Partial<RecordedExchange>): RecordedExchange => {
  const { id, source, operation, role, environment, failure, started_at, ms, request, response, token_from } = one
  const plain = { id, source, operation, role, environment, failure, started_at, ms, request, response }
  return { ...plain, ...(token_from !== undefined && { token_from }), ...changed }
}

// Every error has a correlation id of its own.
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import { not } from '../evidence/expected.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const unique = 'errors.correlation-id-identifies-the-request'

const assert = ({ id, response }: Answered, { correlationIds }: Memory) => {
  if (response.status < 400) return []
  const { correlation_id } = (jsonOf(response.body) ?? {}) as { correlation_id?: unknown }
  if (typeof correlation_id !== 'string' || correlation_id === '') return []
  const earlier = correlationIds.get(correlation_id)
  if (earlier === undefined) correlationIds.set(correlation_id, id)
  const found = assertion(unique, earlier === undefined, not(correlation_id), correlation_id, '/correlation_id')
  return found.map((entry) => (earlier === undefined ? entry : { ...entry, requests: [earlier] }))
}

export const correlationId: ExchangeInvariant = { id: 'invariant.correlation-id', rules: [unique], assert }

// Every error has a correlation id of its own.
import { createHash } from 'node:crypto'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import { not } from '../evidence/expected.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const unique = 'errors.correlation-id-identifies-the-request'

/** What a request has in common with one that repeats it; undefined where nothing lets a server take it for a repetition. */
const repeatOf = ({ operation, role, request, response }: Answered): string | undefined => {
  const key = headerOf(request.headers, 'Idempotency-Key')
  if (operation !== 'createOrder' || key === undefined) return undefined
  const body = createHash('sha256')
    .update(request.body ?? '')
    .digest('hex')
  return JSON.stringify([role, key, response.status, body])
}

const assert = (exchange: Answered, { correlationIds }: Memory) => {
  const { id, response } = exchange
  if (response.status < 400) return []
  const { correlation_id } = (jsonOf(response.body) ?? {}) as { correlation_id?: unknown }
  if (typeof correlation_id !== 'string' || correlation_id === '') return []
  const earlier = correlationIds.get(correlation_id)
  const repeat = repeatOf(exchange)
  if (earlier === undefined) correlationIds.set(correlation_id, { id, repeat })
  // A refusal that is remembered under its key may come again as it was, with the id of the first.
  else if (repeat !== undefined && repeat === earlier.repeat) return []
  const found = assertion(unique, earlier === undefined, not(correlation_id), correlation_id, '/correlation_id')
  return found.map((entry) => (earlier === undefined ? entry : { ...entry, requests: [earlier.id] }))
}

export const correlationId: ExchangeInvariant = { id: 'invariant.correlation-id', rules: [unique], assert }

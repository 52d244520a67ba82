// Idempotency keys on order creation: scope, comparison, memory (Limits / Idempotency).
import { createHash } from 'node:crypto'
import type { Contract } from '../contract.ts'
import type { IdempotencyRecord } from '../domain/records.ts'

/** The JSON text of a value with its keys in order, so that key order and white space do not matter. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

export const idempotency = (contract: Contract) => ({
  memorySeconds: contract.limits.idempotency_memory_seconds,
  scope: (clientId: string, key: string): string => `${clientId} POST /orders ${key}`,
  fingerprint: (body: unknown): string => createHash('sha256').update(canonical(body)).digest('base64url'),
  sameBody: (record: IdempotencyRecord, fingerprint: string): boolean => record.fingerprint === fingerprint,
  isForgotten(record: IdempotencyRecord, now: number): boolean {
    return now - record.created_at >= this.memorySeconds * 1000
  },
  /** What a replay answers: the answer as first given. */
  replay: (record: IdempotencyRecord) => record.response,
})

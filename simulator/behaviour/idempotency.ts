// Idempotency keys on order creation: scope, comparison, memory (Limits / Idempotency).
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import { joined } from '../lib/joined.ts'
import type { IdempotencyRecord } from '../domain/records.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Answer } from './wire.ts'

/** A text that JSON writes as it is. */
const plain = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** In the order of their letters; most objects have few keys, which are in their places sooner than a sort has begun. */
const sorted = (keys: string[]): string[] => {
  if (keys.length > 32) return keys.toSorted()
  for (let n = 1; n < keys.length; n += 1) {
    const key = keys[n]!
    let at = n
    for (; at > 0 && keys[at - 1]! > key; at -= 1) keys[at] = keys[at - 1]!
    keys[at] = key
  }
  return keys
}

/** The JSON text of a value with its keys in order, so that key order and white space do not matter. */
export const canonical = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const one of value) text += `${text === '' ? '' : ','}${canonical(one)}`
    return `[${text}]`
  }
  const fields = value as Record<string, unknown>
  for (const key of sorted(Object.keys(fields)))
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonical(fields[key])}`
  return `{${text}}`
}

/** What a wrapper may know of a call. */
type AnyCall = {
  headers: IncomingHttpHeaders
  request: { url?: string | undefined }
  sent: { text: string }
  client?: { id: string }
}

export const idempotency = (contract: Contract) => ({
  memorySeconds: contract.limits.idempotency_memory_seconds,
  /** The key of a create; undefined where there is none. Throws where it cannot be used. */
  key: (sent: string | undefined): string | undefined => (sent === '' ? undefined : sent),
  scope: (clientId: string, key: string): string => joined(clientId, ' POST /orders ', key),
  /** What two bodies must have in common to be the same: their meaning as JSON. */
  compared: (body: unknown, _text: string): string => canonical(body),
  fingerprint(body: unknown, text = ''): string {
    return hash('sha256', this.compared(body ?? null, text), 'base64url')
  },
  sameBody: (record: IdempotencyRecord, fingerprint: string): boolean => record.fingerprint === fingerprint,
  isForgotten(record: IdempotencyRecord, now: number): boolean {
    return now - record.created_at >= this.memorySeconds * 1000
  },
  /** Creates that wait here under one name are carried out one after another. */
  waitsUnder: (id: string): string => id,
  /** What a replay answers: the answer as first given. `current` shows the order as it is now. */
  replay: (record: IdempotencyRecord, _current?: () => unknown): Answer => record.response,

  /** From which moment a key is remembered. */
  startsAt: (requestedAt: number, _answeredAt: number): number => requestedAt,
  /** The record after a replay. */
  used: (record: IdempotencyRecord, _now: number): IdempotencyRecord => record,

  /** Whether a refusal is remembered with its key, so that another body is 409. */
  bindsRefusal: (_refusal: Refusal): boolean => false,
  /** Whether the same body gets the refusal again without being judged afresh. */
  replaysRefusal: false,
  /** Whether an order counts as created whose creation failed after it was made. */
  keepsOrderOfFailure: false,

  /** Asked when a creation with the same key is still at work; a second one waits for it. */
  whileAtWork: (): void => undefined,
  /** What a creation has to wait for while it holds its key. */
  work: (): Promise<void> | undefined => undefined,

  /** Wraps the work of every operation; a key on other writes means nothing. */
  around: (_operationId: string, _call: AnyCall, work: () => Promise<Answer>): Promise<Answer> => work(),
})

// What the feed says of the delivery of one event.
import { fieldsIn } from '../evidence/parts.ts'
import { instantIn } from '../contract/instant.ts'
import type { Seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { entriesAt } from './read.ts'

export type DeliveryRecord = {
  eventId: string
  type: string
  status: string
  attempts: number
  /** Milliseconds since 1970; null where there is none. */
  lastAttemptAt: number | null
  nextAttemptAt: number | null
  lastResponseStatus: number | null
  source: string
  /** Where the page has it. */
  pointer: string
}

const instant = (value: unknown): number | null => {
  const at = instantIn(value)
  return Number.isNaN(at) ? null : at
}

export const deliveryRecords = (pages: readonly Answered[]): DeliveryRecord[] =>
  pages.flatMap((page) =>
    entriesAt(page, '/data').map((record, index) => {
      const delivery = fieldsIn(record['delivery'])
      const status = delivery['last_response_status']
      return {
        eventId: String(record['id']),
        type: String(record['type']),
        status: String(delivery['status']),
        attempts: Number(delivery['attempts'] ?? 0),
        lastAttemptAt: instant(delivery['last_attempt_at']),
        nextAttemptAt: instant(delivery['next_attempt_at']),
        lastResponseStatus: typeof status === 'number' ? status : null,
        source: page.id,
        pointer: `/data/${index}/delivery`,
      }
    }),
  )

/**
 * `failed` when the record says that the last attempt failed, `taken` when it does not. A retry to come is one that is due
 * after the last attempt; the words for delivered and pending are open.
 */
export const verdictOf = ({ status, lastAttemptAt, nextAttemptAt }: DeliveryRecord): 'failed' | 'taken' => {
  const another = lastAttemptAt !== null && nextAttemptAt !== null && nextAttemptAt > lastAttemptAt
  return another || status === 'failed' || status === 'dead_lettered' ? 'failed' : 'taken'
}

/** A time of a record, as a report shows it. */
export const inWords = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const seenRecord = (value: unknown, { source }: DeliveryRecord): Seen => ({ value, requests: [source] })

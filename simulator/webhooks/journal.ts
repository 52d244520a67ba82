// What was sent and answered, attempt by attempt: the latest only, and in memory only.
import type { AccountKey } from '../domain/records.ts'
import type { DeliveryErrorCode } from './delivery-error.ts'

export type Attempt = {
  event_id: string
  event_type: string
  account: AccountKey
  /** A redelivery was asked for by hand, a repeat follows a success; neither is one of the nine. */
  kind: 'scheduled' | 'redelivery' | 'repeat' | 'specimen'
  /** 1 to 9 when scheduled, else null. */
  number: number | null
  method: string
  url: string
  order_id: string
  /** Domain time, epoch milliseconds. */
  started_at: number
  ended_at: number
  /** Real time, epoch milliseconds. */
  sent_at: number
  /** Wire time, Unix seconds: the `t` that was signed. */
  t: number
  request: { headers: [name: string, value: string][]; body: string }
  /** `body` holds at most the first 20,000 bytes, read as UTF-8. */
  response: {
    status: number
    headers: readonly [name: string, value: string][]
    body: string
    truncated: boolean
  } | null
  /** Why there is no response. */
  error: { code: DeliveryErrorCode; message: string } | null
  accepted: boolean
  /** Id of the injected fault that it carries. */
  fault?: string
  /** Real milliseconds to the first header of the answer and to the end. */
  answered_ms: number | null
  total_ms: number
}

type Journal = {
  add(attempt: Attempt): void
  /** Oldest first; empty when there were none, or when later ones have displaced them. */
  of(eventId: string): Attempt[]
  /** Every one, so that adding them in this order makes the same journal. */
  all(): Attempt[]
  replace(attempts: readonly Attempt[]): void
  clear(): void
}

export function createJournal(limits: { perEvent: number; inAll: number }): Journal {
  const byEvent = new Map<string, Attempt[]>()
  let size = 0

  function dropOldestEvent() {
    const [oldest] = byEvent
    if (!oldest) return
    size -= oldest[1].length
    byEvent.delete(oldest[0])
  }

  const journal: Journal = {
    add(attempt) {
      const attempts = byEvent.get(attempt.event_id) ?? []
      // The event goes to the end of the map: the first one is always that which was quiet the longest.
      byEvent.delete(attempt.event_id)
      byEvent.set(attempt.event_id, attempts)
      attempts.push(attempt)
      size += 1
      if (attempts.length > limits.perEvent) {
        attempts.shift()
        size -= 1
      }
      while (size > limits.inAll && byEvent.size > 1) dropOldestEvent()
    },
    of: (eventId) => [...(byEvent.get(eventId) ?? [])],
    all: () => [...byEvent.values()].flat(),
    replace(attempts) {
      journal.clear()
      attempts.forEach(journal.add)
    },
    clear() {
      byEvent.clear()
      size = 0
    },
  }
  return journal
}

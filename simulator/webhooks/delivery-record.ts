// An event's delivery record and how each thing that happens to it changes it (Event feed record, `delivery`).
import type { Webhooks } from '../behaviour/webhooks.ts'
import type { Event } from '../domain/records.ts'
import type { Attempt } from './journal.ts'

type DeliveryRecord = Event['delivery']

const retryAfterOf = ({ response }: Attempt): string | null =>
  response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? null

export const statusOf = (attempt: Attempt): number | null => attempt.response?.status ?? null

const lastOf = (record: DeliveryRecord, attempt: Attempt, behaviour: Webhooks) => ({
  last_attempt_at: attempt.started_at,
  last_response_status: behaviour.statusToRecord(statusOf(attempt), record.last_response_status),
})

export const untried = (status: DeliveryRecord['status'], nextAttemptAt: number | null): DeliveryRecord => ({
  status,
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: nextAttemptAt,
  last_response_status: null,
})

export function afterAttempt(record: DeliveryRecord, attempt: Attempt, behaviour: Webhooks): DeliveryRecord {
  const took = attempt.ended_at - attempt.started_at
  const attempts = behaviour.attemptsAfter(record.attempts, statusOf(attempt), took)
  // One made by hand may have succeeded while this one was under way.
  if (record.status === 'delivered') return { ...record, attempts, ...lastOf(record, attempt, behaviour) }
  const next = attempt.accepted
    ? null
    : behaviour.nextAttempt(
        behaviour.schedule,
        attempts,
        attempt.started_at,
        attempt.ended_at,
        statusOf(attempt),
        retryAfterOf(attempt),
      )
  const status = behaviour.statusAfter(attempt.accepted, next)
  return { status, attempts, next_attempt_at: next, ...lastOf(record, attempt, behaviour) }
}

/** `attempts` counts those of the schedule; one made by hand is beside it, and changes the record only by succeeding. */
export const afterRedelivery = (record: DeliveryRecord, attempt: Attempt, behaviour: Webhooks): DeliveryRecord =>
  attempt.accepted
    ? { ...record, status: 'delivered', next_attempt_at: null, ...lastOf(record, attempt, behaviour) }
    : record

/** Delivery is switched off: the rest of the schedule waits for the instant given, or is dropped permanently. */
export const afterStop = (
  record: DeliveryRecord,
  lookAgainAt: number | null,
  unsent: DeliveryRecord['status'],
): DeliveryRecord =>
  lookAgainAt === null
    ? { ...record, status: record.attempts === 0 ? unsent : 'failed', next_attempt_at: null }
    : { ...record, next_attempt_at: lookAgainAt }

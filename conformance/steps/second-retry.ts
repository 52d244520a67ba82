// When the second attempt at an event is due, and how exactly.
import { retrySchedule } from '../contract/limits.ts'
import type { DeliveryRecord } from './delivery-record.ts'

/** When the second attempt comes, and the latest that it may be late. */
export const gapMs = (): number => 1000 * retrySchedule().delays[0]!
export const latenessMs = 65_000

// Timestamps may be cut to the second, and the wait may run from the end of an attempt of up to ten seconds.
const earlyMs = 2_500

export const isSecondDue = (gap: unknown): boolean =>
  typeof gap === 'number' && gap >= gapMs() - earlyMs && gap <= gapMs() + latenessMs

/** From the last attempt to the next that the record announces, in milliseconds; null where it announces none. */
export const announcedMs = ({ lastAttemptAt, nextAttemptAt }: DeliveryRecord): number | null =>
  lastAttemptAt !== null && nextAttemptAt !== null && nextAttemptAt > lastAttemptAt
    ? nextAttemptAt - lastAttemptAt
    : null

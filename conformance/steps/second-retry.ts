// When the second attempt at an event is due, and how exactly.
import { clocksApartMs } from '../contract/clocks.ts'
import { retrySchedule } from '../contract/limits.ts'
import type { DeliveryRecord } from './delivery-record.ts'

/** When the second attempt comes, and the latest that it may be late. */
export const gapMs = (): number => 1000 * retrySchedule().delays[0]!
export const latenessMs = 65_000

// Timestamps may be cut to the second, and the wait may run from the end of an attempt of up to ten seconds.
const earlyMs = 2_500

/** Within this time after an event was raised, what arrives of it is its first attempt: none was lost before. */
export const soonestMs = (): number => gapMs() - earlyMs

export const isSecondDue = (gap: unknown): boolean =>
  typeof gap === 'number' && gap >= soonestMs() && gap <= gapMs() + latenessMs

/**
 * How many attempts there was time for: one may have been lost on its way to us. The two times, in milliseconds since 1970, may be
 * of two machines; where they say nothing, all of them.
 */
export const mostMade = (raisedAt: number, lastAttemptAt: number): number => {
  const { delays, attempts } = retrySchedule()
  let left = lastAttemptAt - raisedAt + clocksApartMs
  if (!(left >= 0)) return attempts
  return 1 + delays.filter((seconds) => (left -= 1_000 * seconds - earlyMs) >= 0).length
}

/** From the last attempt to the next that the record announces, in milliseconds; null where it announces none. */
export const announcedMs = ({ lastAttemptAt, nextAttemptAt }: DeliveryRecord): number | null =>
  lastAttemptAt !== null && nextAttemptAt !== null && nextAttemptAt > lastAttemptAt
    ? nextAttemptAt - lastAttemptAt
    : null

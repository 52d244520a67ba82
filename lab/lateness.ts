// How late the timers of this machine are while something runs: where others load it, what depends on the length of waits cannot be measured.
import { thresholds } from '../conformance/audit/thresholds.ts'

const everyMs = 20

/** Waits of a client that repeats six times. */
const waits = 6

const { jitterRangeMs, jitterChance, latestMs, timers } = thresholds
/** Where timers differ by more than this, so many waits do not tell a random part from the noise of the machine: about 5 ms. */
export const mostLateMs = jitterRangeMs * ((jitterChance * timers[0].share) / latestMs) ** (1 / waits)

export const watchLateness = (): { worstMs(): number; stop(): void } => {
  let worst = 0
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    const now = performance.now()
    worst = Math.max(worst, now - due)
    due = now + everyMs
  }, everyMs)
  return { worstMs: () => Math.round(worst), stop: () => clearInterval(timer) }
}

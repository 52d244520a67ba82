// The request windows of one simulator, on the wire clock (Limits / Request rate).
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { RateWindow } from '../behaviour/rate-limit.ts'

export type RateLimiter = {
  /** Counts one request, if it counts, and gives the window that it falls in. */
  count(key: string, wireNow: number, counts: boolean): RateWindow
  /** Begins a new window for everyone; the limit stays what it is. */
  renew(): void
}

export const createRateLimiter = ({ rateLimit }: Behaviour): RateLimiter => {
  const windows = new Map<string, RateWindow>()
  const sweep = (wireNow: number) => {
    for (const [key, window] of windows) if (wireNow >= rateLimit.resetAt(window) * 1000) windows.delete(key)
  }
  return {
    count: (key, wireNow, counts) => {
      let window = windows.get(key)
      if (!window || wireNow >= rateLimit.resetAt(window) * 1000) {
        if (windows.size > 1000) sweep(wireNow)
        windows.set(key, (window = { startedAt: wireNow, used: 0 }))
      }
      if (counts) window.used += 1
      return window
    },
    renew: () => windows.clear(),
  }
}

// The request counts of one simulator, on the wire clock (Limits / Request rate).
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { RateWindow, Tally } from '../behaviour/rate-limit.ts'

export type Counted = {
  window: RateWindow
  /** Takes the request out of the count again. */
  giveBack(): RateWindow
}

export type RateLimiter = {
  /** Counts one request, if it counts, and gives the window that it falls in. */
  count(key: string, wireNow: number, counts: boolean): Counted
  /** Begins a new window for everyone; the limit stays what it is. */
  renew(): void
}

export const createRateLimiter = ({ rateLimit }: Behaviour): RateLimiter => {
  const tallies = new Map<string, Tally>()
  const sweep = (wireNow: number) => {
    for (const [key, tally] of tallies) if (tally.isSpent(wireNow)) tallies.delete(key)
  }
  return {
    count: (key, wireNow, counts) => {
      let tally = tallies.get(key)
      if (!tally) {
        if (tallies.size > 1000) sweep(wireNow)
        tallies.set(key, (tally = rateLimit.tally()))
      }
      const window = tally.count(wireNow, counts)
      return { window, giveBack: () => (counts ? tally.giveBack(wireNow) : window) }
    },
    renew: () => tallies.clear(),
  }
}

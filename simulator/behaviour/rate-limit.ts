// The request rate: what is counted, for whom, and the headers that say so (Limits).
import type { Contract } from '../contract/contract.ts'

/** Times in epoch milliseconds; `oldest` is the request whose leaving frees a place. */
export type RateWindow = { startedAt: number; oldest: number; used: number }

/** What is known of a call before it is answered. */
export type Caller = {
  method: string
  path: string
  querystring: string
  /** The header as it was sent. */
  authorization: string | undefined
  hasToken: boolean
  /** The token counts. */
  valid: boolean
}

/** The count of one key. */
export type Tally = {
  count(wireNow: number, counts: boolean): RateWindow
  /** Takes back the last request counted. */
  giveBack(wireNow: number): RateWindow
  /** Nothing is counted that still matters. */
  isSpent(wireNow: number): boolean
}

export const rateLimit = (contract: Contract) => ({
  requestsPerWindow: contract.limits.requests_per_minute,
  windowSeconds: 60,

  /** One count a client, whatever the endpoint; calls that name no client count by network address. */
  key: (clientId: string | undefined, address: string, _caller: Caller): string => clientId ?? `address ${address}`,

  counts: (_operation: { method: string; path: string }, _clientId?: string, _caller?: Caller): boolean => true,

  /** Whether a request counts that was answered with this status. */
  countsAnswer: (_status: number): boolean => true,

  /** Whether a token request counts for the client that it names as well. */
  countsTokenRequests: false,

  /** A fixed window: it begins with a request and starts over when it has ended. */
  tally(): Tally {
    let window: RateWindow | undefined
    const isOpen = (wireNow: number): boolean => window !== undefined && wireNow < this.resetAt(window) * 1000
    const at = (wireNow: number): RateWindow =>
      isOpen(wireNow) ? window! : (window = { startedAt: wireNow, oldest: wireNow, used: 0 })
    return {
      count: (wireNow, counts) => {
        const open = at(wireNow)
        if (counts) open.used += 1
        return open
      },
      giveBack: (wireNow) => {
        const open = at(wireNow)
        open.used = Math.max(0, open.used - 1)
        return open
      },
      isSpent: (wireNow) => !isOpen(wireNow),
    }
  },

  isOver(window: RateWindow): boolean {
    return window.used > this.requestsPerWindow
  },

  resetAt(window: RateWindow): number {
    return Math.ceil(window.startedAt / 1000) + this.windowSeconds
  },

  /** Unix seconds when a place is free again. */
  freedAt(window: RateWindow): number {
    return this.resetAt({ ...window, startedAt: window.oldest })
  },

  shownReset(window: RateWindow): number {
    return this.resetAt(window)
  },

  remaining(window: RateWindow): number {
    return Math.max(0, this.requestsPerWindow - window.used)
  },

  headers(window: RateWindow): Record<string, string> {
    return {
      'X-RateLimit-Limit': String(this.requestsPerWindow),
      'X-RateLimit-Remaining': String(this.remaining(window)),
      'X-RateLimit-Reset': String(this.shownReset(window)),
    }
  },

  /** Seconds, at least one. */
  retryAfter(window: RateWindow, wireNow: number): number {
    return Math.max(1, this.freedAt(window) - Math.floor(wireNow / 1000))
  },
})

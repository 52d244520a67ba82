// The request rate: what is counted, for whom, and the headers that say so (Limits).
import type { Contract } from '../contract.ts'

export type RateWindow = { startedAt: number; used: number }

export const rateLimit = (contract: Contract) => ({
  requestsPerWindow: contract.limits.requests_per_minute,
  windowSeconds: 60,

  /** One count a client, whatever the endpoint; calls that name no client count by network address. */
  key: (clientId: string | undefined, address: string): string => clientId ?? `address ${address}`,

  counts: (_operation: { method: string; path: string }): boolean => true,

  isOver(window: RateWindow): boolean {
    return window.used > this.requestsPerWindow
  },

  resetAt(window: RateWindow): number {
    return Math.ceil(window.startedAt / 1000) + this.windowSeconds
  },

  headers(window: RateWindow): Record<string, string> {
    return {
      'X-RateLimit-Limit': String(this.requestsPerWindow),
      'X-RateLimit-Remaining': String(Math.max(0, this.requestsPerWindow - window.used)),
      'X-RateLimit-Reset': String(this.resetAt(window)),
    }
  },

  /** Seconds, at least one. */
  retryAfter(window: RateWindow, wireNow: number): number {
    return Math.max(1, this.resetAt(window) - Math.floor(wireNow / 1000))
  },
})

// Defects that break rules of the area limits.
import type { Defect } from '../create-behaviour.ts'

export const limits: readonly Defect[] = [
  {
    id: 'no-remaining-header',
    breaks: 'limits.remaining-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Remaining.',
    apply: ({ rateLimit }) => {
      const headers = rateLimit.headers
      rateLimit.headers = function headersWithoutRemaining(window) {
        const { 'X-RateLimit-Remaining': _remaining, ...others } = headers.call(this, window)
        return others
      }
    },
  },
]

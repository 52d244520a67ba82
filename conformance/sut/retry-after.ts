// How long a refused call waits before it is repeated, in seconds: as the target asks, within bounds.
import { headerOf, type Answered } from '../evidence/exchange.ts'

const mostSeconds = 90

export const waitOf = ({ response }: Answered): number => {
  const seconds = Number(headerOf(response.headers, 'retry-after') ?? 'absent')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), mostSeconds) : 2
}

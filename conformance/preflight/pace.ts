// How long a run takes at the pace of the target: said beforehand where that is long, with what makes it shorter.
import { timeText, times } from '../../reports/texts.ts'
import { limits } from '../contract/limits.ts'
import type { Listener } from '../engine/listeners.ts'
import { isAnswered, numberOf, type Exchange } from '../evidence/exchange.ts'

const longSeconds = 10 * 60

type Pace = Required<Pick<Listener, 'exchange'>> & {
  /** One sentence; null where a run of this number of requests is not long. */
  ahead(requests: number): string | null
}

export const createPace = (): Pace => {
  const allowed = limits().requests_per_minute
  let [answers, ms, perMinute] = [0, 0, allowed]
  return {
    exchange(exchange: Exchange) {
      if (!isAnswered(exchange)) return
      answers += 1
      ms += exchange.ms
      // What names no client may have a limit of its own.
      if (exchange.role === null) return
      perMinute = Math.max(1, numberOf(exchange.response.headers, 'x-ratelimit-limit') ?? allowed)
    },
    ahead(requests) {
      const byAnswers = (requests * ms) / Math.max(1, answers) / 1000
      const byRate = perMinute < allowed ? (requests * 60) / perMinute : 0
      const seconds = Math.max(byAnswers, byRate)
      if (seconds < longSeconds) return null
      const pace =
        byRate > byAnswers
          ? `the ${times(perMinute, 'request')} a minute that the target allows by X-RateLimit-Limit`
          : `${timeText(Math.round(ms / answers / 100) / 10)} for an answer`
      return (
        `At ${pace}, the ${times(requests, 'request')} of this run take about ${Math.round(seconds / 60)} min, ` +
        'and it ends at --max-minutes (90 when not given); send less with --area or --budget 300, or give it more with --max-minutes.'
      )
    },
  }
}

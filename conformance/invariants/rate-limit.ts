// Every answer shows the allowance, what is left of it, and when it begins again; a 429 and a 503 say when to come back.
import { clocksApartMs } from '../contract/clocks.ts'
import { headerOf, numberOf, secondsOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { atMost, matching, present } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'
import { limits } from '../contract/limits.ts'
import { exemptFromRateLimit } from '../sut/rate-windows.ts'

const limitThere = 'limits.rate-limit-header-on-every-response'
const limitIs = 'limits.rate-limit-header-is-the-allowance'
const remainingThere = 'limits.remaining-header-on-every-response'
const remainingIs = 'limits.remaining-header-is-what-is-left'
const resetThere = 'limits.reset-header-on-every-response'
const resetIs = 'limits.reset-header-is-unix-seconds'
const retryThere = 'limits.retry-after-on-429'
const retryIs = 'limits.retry-after-is-in-seconds'
const laterThere = 'errors.retry-after-on-503'

const windowSeconds = 60
/**
 * `byOurs`: our own clock, where the answer has no date, may be further from that of the service than its clocks are from each other.
 * `ofNobody`: callers without a credential may have another window.
 */
const slackSeconds = { byDate: clocksApartMs / 1_000, byOurs: 180, ofNobody: 180 }
// Nobody waits an hour for a window of a minute: what is longer is no number of seconds.
const longestWait = 3600

const clockOf = ({ response, startedAt, role }: Answered): { now: number; slack: number } => {
  const date = Date.parse(headerOf(response.headers, 'date') ?? '')
  return Number.isNaN(date)
    ? { now: Math.round(startedAt / 1000), slack: slackSeconds.byOurs }
    : { now: date / 1000, slack: role === null ? slackSeconds.ofNobody : slackSeconds.byDate }
}

const judgeReset = (exchange: Answered): Assertion[] => {
  const text = headerOf(exchange.response.headers, 'x-ratelimit-reset')
  const there = assertion(resetThere, text !== undefined, present, text, 'header:X-RateLimit-Reset')
  if (text === undefined) return there
  const seconds = secondsOf(exchange.response.headers, 'x-ratelimit-reset')
  const { now, slack } = clockOf(exchange)
  const near = seconds !== undefined && seconds >= now - slack && seconds <= now + windowSeconds + slack
  return [...there, ...assertion(resetIs, near, `Unix seconds of about ${now}`, text, 'header:X-RateLimit-Reset')]
}

const judgeRetryAfter = ({ response }: Answered): Assertion[] => {
  const text = headerOf(response.headers, 'retry-after')
  const seconds = numberOf(response.headers, 'retry-after')
  if (response.status === 503) {
    const isReadable = seconds !== undefined || /^[A-Z][a-z]{2}.*GMT$/.test(text?.trim() ?? '')
    return assertion(laterThere, isReadable, 'seconds or a date', text, 'header:Retry-After')
  }
  if (response.status !== 429) return []
  const there = assertion(retryThere, text !== undefined, present, text, 'header:Retry-After')
  if (text === undefined) return there
  const fits = (seconds ?? Infinity) <= longestWait
  return [...there, ...assertion(retryIs, fits, matching(/^\d+$/), text, 'header:Retry-After')]
}

const assert = (exchange: Answered): Assertion[] => {
  const { headers } = exchange.response
  const limit = headerOf(headers, 'x-ratelimit-limit')
  const remaining = headerOf(headers, 'x-ratelimit-remaining')
  const left = numberOf(headers, 'x-ratelimit-remaining')
  const allowed = numberOf(headers, 'x-ratelimit-limit')
  const fits = left === undefined || allowed === undefined || left <= allowed
  return [
    ...assertion(limitThere, limit !== undefined, present, limit, 'header:X-RateLimit-Limit'),
    ...(limit !== undefined && exchange.role !== null && !exemptFromRateLimit.has(exchange.operation ?? '')
      ? assertion(
          limitIs,
          allowed === limits().requests_per_minute,
          String(limits().requests_per_minute),
          limit,
          'header:X-RateLimit-Limit',
        )
      : []),
    ...assertion(remainingThere, left !== undefined, matching(/^\d+$/), remaining, 'header:X-RateLimit-Remaining'),
    // That it falls is for a check to see; a single answer can only show that it is above the limit.
    ...(fits ? [] : assertion(remainingIs, false, atMost(limit), remaining, 'header:X-RateLimit-Remaining')),
    ...judgeReset(exchange),
    ...judgeRetryAfter(exchange),
  ]
}

export const rateLimit: ExchangeInvariant = {
  id: 'invariant.rate-limit',
  rules: [limitThere, limitIs, remainingThere, remainingIs, resetThere, resetIs, retryThere, retryIs, laterThere],
  assert,
}

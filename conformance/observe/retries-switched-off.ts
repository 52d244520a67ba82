// Readings of retries that fall due while the webhook is disabled, or after their type was unsubscribed.
import { retrySchedule } from '../contract/limits.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, operation, responseAt } from './answers.ts'
import { entriesIn } from './feed-entries.ts'
import type { StatefulObserver } from './observer.ts'
import { configurationIn, followConfiguration, hasType, type Configuration } from './webhook-configuration.ts'

type Span = { from: number; to: number; types: (type: string) => boolean }

const timeOf = (time: unknown): number => Date.parse(String(time))

/** Of events that had failed before something was switched off: what is left of them in the feed once it is on again. */
export const ofRetries = (
  freedom: string,
  switchedOff: (before: Configuration, after: Configuration) => Span['types'] | null,
  readings: { left: string; goesOn: string },
): StatefulObserver => ({
  freedom,
  start() {
    const follow = followConfiguration()
    const spans: Span[] = []
    const isPut = (exchange: Answered): boolean =>
      operation(exchange, 'setWebhook') && isSuccess(exchange) && exchange.role === 'main'
    return {
      reading(exchange) {
        const before = follow(exchange)
        if (isPut(exchange) && before) {
          const at = timeOf(responseAt(exchange, '/updated_at'))
          const last = spans.at(-1)
          if (last && last.to === Infinity) last.to = at
          const types = switchedOff(before, configurationIn(exchange))
          if (types) spans.push({ from: at, to: Infinity, types })
        }
        if (spans.length === 0) return null
        for (const { type, delivery } of entriesIn(exchange)) {
          const { attempts, status, lastAttemptAt, nextAttemptAt } = delivery
          const delay = typeof attempts === 'number' ? retrySchedule().delays[attempts - 1] : undefined
          if (delay === undefined || status !== 'failed') continue
          const due = timeOf(lastAttemptAt) + 1000 * delay
          const isWithin = ({ from, to, types }: Span): boolean =>
            types(type) && timeOf(lastAttemptAt) < from && due > from && due < to && to !== Infinity
          if (spans.some(isWithin)) return nextAttemptAt === null ? readings.left : readings.goesOn
        }
        return null
      },
    }
  },
})

/** Those of every type that was subscribed. */
export const whileDisabled = (before: Configuration, after: Configuration): Span['types'] | null =>
  before.enabled === true && after.enabled === false ? (type) => hasType(before.events, type) : null

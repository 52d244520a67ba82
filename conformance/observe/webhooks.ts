// Readings of webhooks: what a configuration accepts and shows, what a test does, and what is sent after a change.
import { eventTable } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, requestAt, responseAt, statusReading, succeeded } from './answers.ts'
import { isInside } from '../sut/inside-addresses.ts'
import { isText, readingOf } from './cases.ts'
import { entriesIn } from './feed-entries.ts'
import type { StatefulObserver } from './observer.ts'
import { ofRetries, whileDisabled } from './retries-switched-off.ts'
import {
  configurationIn,
  followConfiguration,
  hasType,
  type Configuration,
  type Known,
} from './webhook-configuration.ts'

const calls = ['setWebhook', 'testWebhook']

/** Looks at the calls on the webhook with the configuration that was there before. */
const ofCalls = (freedom: string, look: (exchange: Answered, before: Known) => string | null): StatefulObserver => ({
  freedom,
  start() {
    const start = followConfiguration()
    return {
      reading(exchange) {
        const before = start(exchange)
        return exchange.role === 'main' && operation(exchange, ...calls) ? look(exchange, before) : null
      },
    }
  },
})

const ofPut = (freedom: string, look: (exchange: Answered, before: Known) => string | null): StatefulObserver =>
  ofCalls(freedom, (exchange, before) => (operation(exchange, 'setWebhook') ? look(exchange, before) : null))

const ofFirstPut = (freedom: string, look: (exchange: Answered) => string | null): StatefulObserver =>
  ofPut(freedom, (exchange, before) => (before === null && isSuccess(exchange) ? look(exchange) : null))

const ofTest = (freedom: string, look: (exchange: Answered, before: Known) => string | null): StatefulObserver =>
  ofCalls(freedom, (exchange, before) => (operation(exchange, 'testWebhook') ? look(exchange, before) : null))

const isRefused = ({ response }: Answered): boolean => response.status === 400 || response.status === 422

/** Refused for one field alone, as far as the refusal says. */
const isRefusedFor = (exchange: Answered, field: string): boolean =>
  isRefused(exchange) && itemsAt(exchange, '/details').every((one) => String(one['field'] ?? '').startsWith(field))

/** Whether events of some form are delivered. */
const ofEvents = (freedom: string, fits: (events: unknown[]) => boolean, taken: string): StatefulObserver =>
  ofPut(freedom, (exchange) => {
    const events = requestAt(exchange, '/events')
    if (!Array.isArray(events) || !fits(events as unknown[])) return null
    return isSuccess(exchange) ? taken : isRefusedFor(exchange, 'events') ? 'refused' : null
  })

const urlAsked = (exchange: Answered): URL | null => {
  const url = requestAt(exchange, '/url')
  return typeof url === 'string' ? URL.parse(url) : null
}

const anInstant = 2_000

/** Whether what was set before moves when it is set once more; only time that passed can show that it stays. */
const setAgain = (
  freedom: string,
  field: 'secretRotatedAt' | 'updatedAt',
  isSame: (exchange: Answered, before: Configuration, secret: unknown) => boolean,
): StatefulObserver => ({
  freedom,
  start() {
    const start = followConfiguration()
    let secret: unknown
    let changedAt = Number.POSITIVE_INFINITY
    return {
      reading(exchange) {
        const before = start(exchange)
        if (exchange.role !== 'main' || !operation(exchange, 'setWebhook') || !isSuccess(exchange)) return null
        const isLater = exchange.startedAt - changedAt >= anInstant
        const isAgain = isObject(before) && isSame(exchange, before as Configuration, secret)
        secret = requestAt(exchange, '/secret') ?? secret
        if (!isAgain) {
          changedAt = exchange.startedAt
          return null
        }
        const [was, is] = [(before as Configuration)[field], configurationIn(exchange)[field]]
        if (typeof was !== 'string' || typeof is !== 'string') return null
        return was !== is ? 'moves' : isLater ? 'stays' : null
      },
    }
  },
})

const isUnchanged = (exchange: Answered, { url, enabled, events }: Configuration): boolean => {
  const body = requestAt(exchange, '')
  const before: Record<string, unknown> = { url, enabled, events }
  return (
    isObject(body) &&
    Object.entries(body).every(([key, value]) => key in before && JSON.stringify(before[key]) === JSON.stringify(value))
  )
}

/** Of a test of an event type of the contract; any other may be refused for the type alone. */
const subscription = ({ events }: Configuration, exchange: Answered): 'subscribed' | 'unsubscribed' | null => {
  const type = requestAt(exchange, '/type')
  if (!eventTable().event_types.some((one) => one.type === type)) return null
  return hasType(events, type) ? 'subscribed' : 'unsubscribed'
}

const isPut = (exchange: Answered): boolean => succeeded('setWebhook')(exchange) && exchange.role === 'main'

const at = (time: unknown): number => Date.parse(String(time))
const quiet = 10_000

/** Whether events that were raised while the webhook was disabled are delivered once it is enabled. */
const missed: StatefulObserver = {
  freedom: 'webhooks.missed-while-disabled',
  start() {
    const start = followConfiguration()
    const spans: { from: number; to: number; seenAt: number; events: unknown[] }[] = []
    let off: Configuration | null = null
    return {
      reading(exchange) {
        const before = start(exchange)
        if (isPut(exchange)) {
          if (responseAt(exchange, '/enabled') === false)
            off = before?.enabled === false ? null : configurationIn(exchange)
          else if (off) {
            const to = at(responseAt(exchange, '/updated_at'))
            spans.push({ from: at(off.updatedAt), to, seenAt: exchange.startedAt, events: off.events })
            off = null
          }
        }
        for (const { type, createdAt, delivery } of spans.length > 0 ? entriesIn(exchange) : []) {
          const span = spans.find(({ from, to }) => at(createdAt) > from && at(createdAt) < to)
          if (!span || !hasType(span.events, type)) continue
          if (typeof delivery.attempts === 'number' && delivery.attempts > 0) return 'sent-later'
          const isLeft = delivery.attempts === 0 && delivery.nextAttemptAt === null
          if (isLeft && exchange.startedAt - span.seenAt > quiet) return 'not-sent'
        }
        return null
      },
    }
  },
}

/** Whether the second credential of the account shows what the first has set. */
const scope: StatefulObserver = {
  freedom: 'webhooks.scope',
  start() {
    const start = followConfiguration()
    return {
      reading(exchange) {
        const own = start(exchange)
        if (exchange.role !== 'main_second' || !operation(exchange, 'getWebhook') || !own) return null
        if (isSuccess(exchange)) return responseAt(exchange, '/url') === own.url ? 'lender-account' : 'credential'
        return [404, 409].includes(exchange.response.status) ? 'credential' : null
      },
    }
  },
}

const afterwards = 1_000

/** A POST to a URL that was set just now, which delivers nothing. */
const urlProbe: StatefulObserver = {
  freedom: 'webhooks.url-probe',
  start() {
    const start = followConfiguration()
    let setAt: number | null = null
    let isProbed = false
    return {
      reading(exchange) {
        const before = start(exchange)
        const isAnother = isPut(exchange) && isObject(before) && configurationIn(exchange).url !== before.url
        if (isAnother) setAt = exchange.startedAt + exchange.ms
        return null
      },
      delivered({ headers, receivedAt }) {
        if (isProbed || setAt === null || receivedAt <= setAt + afterwards) return null
        return headerOf(headers, 'x-service-signature') === undefined ? null : 'none'
      },
      probed() {
        isProbed = true
        return 'unsigned-post'
      },
    }
  },
}

export const observers: readonly StatefulObserver[] = [
  urlProbe,
  ofFirstPut('webhooks.put-success-status', (exchange) => statusReading(exchange, 200, 201, 202)),
  ofFirstPut('webhooks.first-secret-rotated-at', (exchange) => {
    if (!isText(requestAt(exchange, '/secret'))) return null
    return readingOf(responseAt(exchange, '/secret_rotated_at'), { 'null-value': null, 'set-time': isText })
  }),
  ofFirstPut('webhooks.enabled-default', (exchange) => {
    if (requestAt(exchange, '/enabled') !== undefined) return null
    return readingOf(responseAt(exchange, '/enabled'), { enabled: true, disabled: false })
  }),
  ofPut('webhooks.private-addresses', (exchange) => {
    const url = urlAsked(exchange)
    if (url?.protocol !== 'https:' || !isInside(url.hostname)) return null
    if (isSuccess(exchange)) return 'accepted'
    const details = itemsAt(exchange, '/details')
    return isRefusedFor(exchange, 'url') && details.length > 0 ? 'refused' : null
  }),
  ofPut('webhooks.url-form', (exchange) => {
    const [sent, shown] = [requestAt(exchange, '/url'), responseAt(exchange, '/url')]
    const normal = urlAsked(exchange)?.href
    if (!isSuccess(exchange) || sent === normal) return null
    return shown === sent ? 'as-sent' : shown === normal ? 'normalised' : null
  }),
  ofEvents('webhooks.empty-events', (events) => events.length === 0, 'no-types'),
  ofEvents('webhooks.star-with-types', (events) => events.length > 1 && events.includes('*'), 'as-star'),
  setAgain('webhooks.repeated-put-updated-at', 'updatedAt', isUnchanged),
  setAgain('webhooks.same-secret-again', 'secretRotatedAt', (exchange, _before, secret) => {
    const sent = requestAt(exchange, '/secret')
    return typeof sent === 'string' && sent === secret
  }),
  ofTest('webhooks.test-before-configuration', (exchange, before) => {
    const isOne = before === null && responseAt(exchange, '/code') === 'webhook_not_configured'
    return isOne ? statusReading(exchange, 400, 404, 409, 422) : null
  }),
  ofTest('webhooks.test-while-disabled', (exchange, before) => {
    if (!before || before.enabled !== false || subscription(before, exchange) !== 'subscribed') return null
    if (!isSuccess(exchange)) return statusReading(exchange, 409, 422)
    return responseAt(exchange, '/delivered') === true ? 'sends' : null
  }),
  ofTest('webhooks.test-unsubscribed-type', (exchange, before) => {
    if (!before || before.enabled !== true || subscription(before, exchange) !== 'unsubscribed') return null
    if (isSuccess(exchange)) return responseAt(exchange, '/delivered') === true ? 'sends' : null
    return statusReading(exchange, 400, 409, 422) && 'refused'
  }),
  missed,
  scope,
  ofRetries('webhooks.retries-while-disabled', whileDisabled, { left: 'dropped', goesOn: 'waiting' }),
]

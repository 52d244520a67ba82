// Readings of the webhook configuration: what is accepted, what comes back, and what a test does.
import { BlockList, isIP } from 'node:net'
import { eventTable } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { requestAt, either, isSuccess, itemsAt, operation, responseAt, type StatefulObserver } from './observer.ts'

export type Configuration = {
  url: unknown
  enabled: unknown
  events: unknown[]
  secretRotatedAt: unknown
  updatedAt: unknown
}

/** What the run knows of the configuration: null where there is none, undefined where it was not read yet. */
export type Known = Configuration | null | undefined

export const configurationIn = (exchange: Answered): Configuration => ({
  url: responseAt(exchange, '/url'),
  enabled: responseAt(exchange, '/enabled'),
  events: Array.isArray(responseAt(exchange, '/events')) ? (responseAt(exchange, '/events') as unknown[]) : [],
  secretRotatedAt: responseAt(exchange, '/secret_rotated_at'),
  updatedAt: responseAt(exchange, '/updated_at'),
})

/** The configuration as each answer leaves it. Another credential may have one of its own. */
export const followConfiguration = (): ((exchange: Answered) => Known) => {
  let known: Known
  return (exchange) => {
    const before = known
    if (!operation(exchange, 'getWebhook', 'setWebhook') || exchange.role !== 'main') return before
    if (isSuccess(exchange)) known = typeof responseAt(exchange, '/url') === 'string' ? configurationIn(exchange) : null
    else if (operation(exchange, 'getWebhook') && responseAt(exchange, '/code') === 'webhook_not_configured')
      known = null
    return before
  }
}

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

/** What becomes of events of some form. */
const ofEvents = (freedom: string, fits: (events: unknown[]) => boolean, taken: string): StatefulObserver =>
  ofPut(freedom, (exchange) => {
    const events = requestAt(exchange, '/events')
    if (!Array.isArray(events) || !fits(events as unknown[])) return null
    return isSuccess(exchange) ? taken : isRefusedFor(exchange, 'events') ? 'refused' : null
  })

const reserved = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  reserved.addSubnet(net, bits)

const isPrivate = (url: URL): boolean =>
  isIP(url.hostname) === 4 ? reserved.check(url.hostname) : /(?:^|\.)localhost$/.test(url.hostname)

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
  return events.includes('*') || events.includes(type) ? 'subscribed' : 'unsubscribed'
}

const testRefusal = ({ response }: Answered): string | null =>
  [409, 422].includes(response.status) ? `status-${response.status}` : null

export const webhookObservers: readonly StatefulObserver[] = [
  ofFirstPut('webhooks.put-success-status', ({ response }) =>
    [200, 201, 202].includes(response.status) ? `status-${response.status}` : null,
  ),
  ofFirstPut('webhooks.first-secret-rotated-at', (exchange) => {
    if (typeof requestAt(exchange, '/secret') !== 'string') return null
    const at = responseAt(exchange, '/secret_rotated_at')
    return at === null ? 'null-value' : typeof at === 'string' ? 'set-time' : null
  }),
  ofFirstPut('webhooks.enabled-default', (exchange) => {
    const isEnabled = responseAt(exchange, '/enabled')
    const isUnsent = requestAt(exchange, '/enabled') === undefined && typeof isEnabled === 'boolean'
    return isUnsent ? either(isEnabled, 'enabled', 'disabled') : null
  }),
  ofPut('webhooks.private-addresses', (exchange) => {
    const url = urlAsked(exchange)
    if (url?.protocol !== 'https:' || !isPrivate(url)) return null
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
    const { status } = exchange.response
    const isOne = before === null && responseAt(exchange, '/code') === 'webhook_not_configured'
    return isOne && [400, 404, 409, 422].includes(status) ? `status-${status}` : null
  }),
  ofTest('webhooks.test-while-disabled', (exchange, before) => {
    if (!before || before.enabled !== false || subscription(before, exchange) !== 'subscribed') return null
    if (!isSuccess(exchange)) return testRefusal(exchange)
    return responseAt(exchange, '/delivered') === true ? 'sends' : null
  }),
  ofTest('webhooks.test-unsubscribed-type', (exchange, before) => {
    if (!before || before.enabled !== true || subscription(before, exchange) !== 'unsubscribed') return null
    if (isSuccess(exchange)) return responseAt(exchange, '/delivered') === true ? 'sends' : null
    return testRefusal(exchange) && 'refused'
  }),
]

// Readings of the feed: when an event is in it, what it says of deliveries, and where it ends.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, responseAt, type StatefulObserver } from './observer.ts'
import { eventsIn, isUnfiltered, orderNamed } from './raised.ts'
import { configurationIn, followConfiguration, type Configuration } from './webhooks.ts'
import { limits } from '../contract/limits.ts'

type Attempts = { status: string; attempts: unknown; lastAttemptAt: unknown; nextAttemptAt: unknown }
type Entry = { id: string; type: string; createdAt: string; delivery: Attempts; lastResponseStatus: unknown }

const entriesIn = (exchange: Answered): Entry[] =>
  operation(exchange, 'listEvents') && isSuccess(exchange)
    ? itemsAt(exchange, '/data')
        .filter(isObject)
        .flatMap(({ id, type, created_at, delivery }) =>
          isObject(delivery)
            ? [
                {
                  id: String(id),
                  type: String(type),
                  createdAt: String(created_at),
                  delivery: {
                    status: String(delivery['status']),
                    attempts: delivery['attempts'],
                    lastAttemptAt: delivery['last_attempt_at'],
                    nextAttemptAt: delivery['next_attempt_at'],
                  },
                  lastResponseStatus: delivery['last_response_status'],
                },
              ]
            : [],
        )
    : []

const at = (time: unknown): number => Date.parse(String(time))

const isWanted = ({ enabled, events }: Configuration, type: string): boolean =>
  enabled === true && (events.includes('*') || events.includes(type))

/** The word for an event that is to be sent for the first time. */
const pending: StatefulObserver = {
  freedom: 'feed.pending-status-word',
  start() {
    const start = followConfiguration()
    return {
      reading(exchange) {
        const configuration = start(exchange)
        if (!configuration || !operation(exchange, 'listEvents')) return null
        const waiting = entriesIn(exchange).find(
          ({ type, createdAt, delivery }) =>
            delivery.attempts === 0 &&
            delivery.lastAttemptAt === null &&
            typeof delivery.nextAttemptAt === 'string' &&
            at(createdAt) > at(configuration.updatedAt) &&
            isWanted(configuration, type),
        )
        return waiting ? (waiting.delivery.status === 'pending' ? 'pending' : 'another-word') : null
      },
    }
  },
}

/** The word for an event that was raised while nothing was configured to send it to. */
const unconfigured: StatefulObserver = {
  freedom: 'feed.unconfigured-status-word',
  start() {
    const start = followConfiguration()
    let since: number | null = null
    return {
      reading(exchange) {
        const before = start(exchange)
        if (since === null && before === null && operation(exchange, 'setWebhook') && isSuccess(exchange))
          since = at(responseAt(exchange, '/updated_at'))
        const early = entriesIn(exchange).find(
          ({ createdAt, delivery }) => at(createdAt) < (since ?? 0) && delivery.attempts === 0,
        )
        if (!early) return null
        const { status } = early.delivery
        return status === 'not_subscribed' ? 'not-subscribed' : status === 'pending' ? 'pending' : 'another-word'
      },
    }
  },
}

const quiet = 10_000

/** What becomes of events that were raised while the webhook was disabled, once it is enabled again. */
const missed: StatefulObserver = {
  freedom: 'webhooks.missed-while-disabled',
  start() {
    const start = followConfiguration()
    const spans: { from: number; to: number; seenAt: number; events: unknown[] }[] = []
    let off: Configuration | null = null
    return {
      reading(exchange) {
        const before = start(exchange)
        if (operation(exchange, 'setWebhook') && exchange.role === 'main' && isSuccess(exchange)) {
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
          if (!span || !(span.events.includes('*') || span.events.includes(type))) continue
          if (typeof delivery.attempts === 'number' && delivery.attempts > 0) return 'sent-later'
          const isLeft = delivery.attempts === 0 && delivery.nextAttemptAt === null
          if (isLeft && exchange.startedAt - span.seenAt > quiet) return 'not-sent'
        }
        return null
      },
    }
  },
}

/** Where a retry goes whose first attempt reached nobody at an address that was given up since. */
const retried: StatefulObserver = {
  freedom: 'webhooks.retries-after-url-change',
  start() {
    const start = followConfiguration()
    let url: unknown
    let changedAt = 0
    const lost = new Map<string, unknown>()
    return {
      reading(exchange) {
        const before = start(exchange)
        if (operation(exchange, 'setWebhook') && exchange.role === 'main' && isSuccess(exchange)) {
          if (before && responseAt(exchange, '/url') !== before.url) changedAt = at(responseAt(exchange, '/updated_at'))
          url = responseAt(exchange, '/url')
        }
        for (const { id, createdAt, delivery, lastResponseStatus } of entriesIn(exchange)) {
          const isLost = lastResponseStatus === null && delivery.status === 'failed'
          if (!isLost) continue
          const first = lost.get(id)
          if (delivery.attempts === 1 && at(createdAt) > changedAt) lost.set(id, first ?? url)
          const isAgain = first !== undefined && first !== url && delivery.attempts === 2
          if (isAgain && at(delivery.lastAttemptAt) - changedAt > quiet) return 'original-url'
        }
        return null
      },
      delivered(delivery) {
        const { id = '' } = envelopeOf(delivery)
        const first = lost.get(id)
        const isOurs = typeof url === 'string' && new URL(url).pathname === delivery.path
        lost.delete(id)
        return first !== undefined && first !== url && isOurs ? 'current-url' : null
      },
    }
  },
}

/** A full page with nothing behind it. */
const lastPage: StatefulObserver = {
  freedom: 'feed.cursor-on-exact-last-page',
  start() {
    const full = new Set<string>()
    return {
      reading(exchange) {
        if (!operation(exchange, 'listEvents') || !isSuccess(exchange)) return null
        const query = new URL(exchange.request.url).searchParams
        const next = responseAt(exchange, '/next_cursor')
        const count = itemsAt(exchange, '/data').length
        const key = (cursor: unknown): string => {
          const others = new URLSearchParams(query)
          others.delete('after')
          others.sort()
          return `${others} ${String(cursor)}`
        }
        const isFull = count > 0 && String(count) === (query.get('per_page') ?? String(limits().per_page_default))
        if (isFull && next === null) return 'null-value'
        if (isFull) full.add(key(next))
        return count === 0 && next === null && full.has(key(query.get('after'))) ? 'last-id' : null
      },
    }
  },
}

const raisedBy: Record<string, string> = {
  createOrder: 'order.created',
  holdOrder: 'order.on_hold',
  cancelOrder: 'order.cancelled',
  resumeOrder: 'order.resumed',
}

const atOnce = 100

/** Whether the events of a call are in the feed when it is answered. */
const visibility: StatefulObserver = {
  freedom: 'feed.visibility-lag',
  start() {
    const raised = new Map<string, { type: string; count: number; at: number }>()
    const late = new Map<string, number>()
    const counts = new Map<string, number>()
    const seenOrders = new Set<string>()
    return {
      reading(exchange) {
        const type = raisedBy[exchange.operation ?? '']
        if (type !== undefined) {
          if (!isSuccess(exchange)) return null
          const id = type === 'order.created' ? String(responseAt(exchange, '/id')) : orderNamed(exchange)
          // A replay raises nothing.
          if (type === 'order.created' && seenOrders.has(id)) return null
          seenOrders.add(id)
          const count = (counts.get(`${id} ${type}`) ?? 0) + 1
          counts.set(`${id} ${type}`, count)
          raised.set(id, { type, count, at: exchange.startedAt + exchange.ms })
          return null
        }
        if (!operation(exchange, 'listEvents') || !isSuccess(exchange) || !isUnfiltered(exchange)) return null
        const query = new URL(exchange.request.url).searchParams
        const id = query.get('order_id') ?? ''
        const last = raised.get(id)
        const isWhole = !query.has('after') && responseAt(exchange, '/next_cursor') === null
        if (!last || !isWhole || exchange.startedAt <= last.at) return null
        const found = eventsIn(exchange).filter((event) => event.type === last.type).length
        const key = `${id} ${last.type} ${last.count}`
        if (found < last.count) {
          late.set(key, exchange.startedAt)
          return null
        }
        if (late.has(key)) return 'shortly-after'
        return found === last.count && exchange.startedAt - last.at < atOnce ? 'at-once' : null
      },
    }
  },
}

export const feedObservers: readonly StatefulObserver[] = [pending, unconfigured, missed, retried, lastPage, visibility]

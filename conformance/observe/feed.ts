// Readings of the feed: when an event is in it, what it says of deliveries, and where it ends.
import { limits } from '../contract/limits.ts'
import { isSuccess, itemsAt, operation, orderIdOf, responseAt, succeeded } from './answers.ts'
import { entriesIn } from './feed-entries.ts'
import type { StatefulObserver } from './observer.ts'
import { eventsIn, isUnfiltered } from './raised-events.ts'
import { followConfiguration, isWanted } from './webhook-configuration.ts'

const at = (time: unknown): number => Date.parse(String(time))

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
        if (since === null && before === null && succeeded('setWebhook')(exchange))
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

/** A full page with nothing behind it. */
const lastPage: StatefulObserver = {
  freedom: 'feed.cursor-on-exact-last-page',
  start() {
    const full = new Set<string>()
    return {
      reading(exchange) {
        if (!succeeded('listEvents')(exchange)) return null
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
          const id = type === 'order.created' ? String(responseAt(exchange, '/id')) : (orderIdOf(exchange) ?? '')
          // A replay raises nothing.
          if (type === 'order.created' && seenOrders.has(id)) return null
          seenOrders.add(id)
          const count = (counts.get(`${id} ${type}`) ?? 0) + 1
          counts.set(`${id} ${type}`, count)
          raised.set(id, { type, count, at: exchange.startedAt + exchange.ms })
          return null
        }
        if (!succeeded('listEvents')(exchange) || !isUnfiltered(exchange)) return null
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

export const observers: readonly StatefulObserver[] = [pending, unconfigured, lastPage, visibility]

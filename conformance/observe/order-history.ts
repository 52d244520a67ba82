// What happens to an order, one exchange after another: its reads, what is sent to it, and what is remembered of each order.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, operation, orderIdOf, responseAt } from './answers.ts'
import type { StatefulObserver } from './observer.ts'

export type Fields = Record<string, unknown>

/** Whole milliseconds are shown, so that what lies close together can be distinguished. */
export const isFine = (time: unknown): boolean => typeof time === 'string' && /\.\d{3}/.test(time)

export const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** When the answer had come. */
export const endOf = ({ startedAt, ms }: Answered): number => startedAt + ms

type Read = {
  id: string
  order: Fields
  status: string
  dates: Fields
}

const readIn = (exchange: Answered): Read | null => {
  if (!operation(exchange, 'getOrder', 'createOrder') || !isSuccess(exchange)) return null
  const order = responseAt(exchange, '')
  if (!isObject(order) || typeof order['id'] !== 'string') return null
  const { id, dates, status } = order
  return isObject(dates) && isObject(status) ? { id, order, dates, status: String(status['code']) } : null
}

type Remembering<History> = {
  freedom: string
  /** What is remembered of an order that was never seen. */
  start: () => History
  /** The order was read, or placed. */
  read: (history: History, read: Read, exchange: Answered) => string | null
  /** Anything else was answered about the order. */
  other?: (history: History, exchange: Answered) => void
}

/** Remembers something of each order; a replay of its creation, which may show it as it was then, is no news. */
export const ofEachOrder = <History extends object>({
  freedom,
  start,
  read,
  other,
}: Remembering<History>): StatefulObserver => ({
  freedom,
  start: () => {
    const runs = new Map<string, History>()
    const historyOf = (id: string): History => {
      const history = runs.get(id) ?? start()
      runs.set(id, history)
      return history
    }
    return {
      reading: (exchange) => {
        const found = readIn(exchange)
        if (found) {
          const isReplay = operation(exchange, 'createOrder') && runs.has(found.id)
          return isReplay ? null : read(historyOf(found.id), found, exchange)
        }
        const id = orderIdOf(exchange)
        if (id !== undefined && other && exchange.operation !== 'getOrder') other(historyOf(id), exchange)
        return null
      },
    }
  },
})

// Readings of lists: when a new order is in them, and how many pages an empty one has.
import type { Answered } from '../evidence/exchange.ts'
import { itemsAt, operation, pointer, responseAt } from './answers.ts'
import { isPlaced } from './new-orders.ts'
import { matches, type Observer, type StatefulObserver } from './observer.ts'
import { endOf } from './order-history.ts'

const isEmptyList = (exchange: Answered): boolean =>
  exchange.operation?.startsWith('list') === true && responseAt(exchange, '/total') === 0

/** A list asked for within it is asked for at the moment at which the order is there. */
const atOnceMs = 100

/** The first page of all orders. */
const isWholeList = ({ request }: Answered): boolean => {
  const query = [...new URL(request.url).searchParams]
  return query.every(([name, value]) => name === 'per_page' || (name === 'page' && value === '1'))
}

const visibility: StatefulObserver = {
  freedom: 'list.new-order-visibility',
  start: () => {
    const placed = new Map<unknown, number>()
    return {
      reading: (exchange) => {
        if (isPlaced(exchange)) {
          const id = responseAt(exchange, '/id')
          if (!placed.has(id)) placed.set(id, endOf(exchange))
          return null
        }
        if (!operation(exchange, 'listOrders') || exchange.response.status !== 200 || exchange.role === null)
          return null
        const since = (at: number): number => exchange.startedAt - at
        const recent = [...placed].filter(([, at]) => since(at) >= 0 && since(at) < atOnceMs)
        if (recent.length === 0) return null
        const items = itemsAt(exchange, '/data')
        const shown = new Set(items.map(({ id }) => id))
        if (recent.some(([id]) => shown.has(id))) return 'at-once'
        const newer = [...placed.values()].filter((at) => since(at) < atOnceMs).length
        const hasRoom = items.length > newer && isWholeList(exchange)
        return hasRoom ? 'shortly-after' : null
      },
    }
  },
}

export const observers: readonly Observer[] = [
  matches('list.total-pages-when-empty', isEmptyList, pointer('/total_pages'), { zero: 0, one: 1 }),
  visibility,
]

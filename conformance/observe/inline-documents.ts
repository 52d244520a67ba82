// Readings of documents that ride along with a create: when the order shows them, and whether they raise an event.
import type { Answered } from '../evidence/exchange.ts'
import { itemsAt, orderIdOf, requestAt, responseAt, succeeded } from './answers.ts'
import { isFilled } from './cases.ts'
import { isPlaced } from './new-orders.ts'
import { firstOf, type StatefulObserver } from './observer.ts'
import { changesIn } from './raised-events.ts'

/** The names of the files that rode along. */
const namesIn = (exchange: Answered): unknown[] =>
  isPlaced(exchange) && isFilled(requestAt(exchange, '/documents'))
    ? (requestAt(exchange, '/documents') as Record<string, unknown>[]).map((one) => one?.['filename'])
    : []

const shows = (exchange: Answered, pointer: string, names: readonly unknown[]): boolean =>
  itemsAt(exchange, pointer).some(({ filename }) => names.includes(filename))

export const whenShown = (freedom: string): StatefulObserver => ({
  freedom,
  start: () => {
    const hidden = new Map<string, unknown[]>()
    return {
      reading: (exchange) => {
        const names = namesIn(exchange)
        if (names.length > 0) {
          if (shows(exchange, '/documents', names)) return 'shown'
          hidden.set(String(responseAt(exchange, '/id')), names)
          return null
        }
        const known = hidden.get(orderIdOf(exchange) ?? '') ?? []
        const pointer = succeeded('getOrder')(exchange) ? '/documents' : '/data'
        const isLook = succeeded('getOrder', 'listDocuments')(exchange)
        return isLook && shows(exchange, pointer, known) ? 'empty-at-first' : null
      },
    }
  },
})

/** Once the order is known to have them. */
export const whetherRaised = (freedom: string): StatefulObserver => ({
  freedom,
  start: () => {
    const orders = new Set<string>()
    return {
      reading: (exchange) => {
        const names = namesIn(exchange)
        if (names.length > 0 && shows(exchange, '/documents', names)) orders.add(String(responseAt(exchange, '/id')))
        return firstOf(changesIn(exchange), ({ own, beside, whole }) => {
          if (own.type !== 'order.created' || !orders.has(own.orderId)) return null
          if (beside.some(({ type }) => type === 'order.document_added')) return 'raised'
          return whole ? 'not-raised' : null
        })
      },
    }
  },
})

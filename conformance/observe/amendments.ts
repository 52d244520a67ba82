// Readings of amendments: whether they are taken at all, what one without effect does, and what becomes of a due date asked for.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, orderOf } from '../evidence/delivery.ts'
import { requestAt, isSuccess, operation, responseAt, type StatefulObserver, type Observer } from './observer.ts'
import { closedOrders } from './closed-orders.ts'
import { ofEachOrder, orderIdOf, type Fields } from './order-lives.ts'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}

/** All of an order but when it was changed. */
const contentOf = (order: Fields, dates: Fields): string =>
  JSON.stringify(sorted({ ...order, dates: { ...dates, updated_at: null } }))

type Shown = { content: string; updatedAt: unknown }
type Life = { shown: Shown | null; isAmended: boolean; isOpaque: boolean }

const namesDueDate = (patch: unknown): boolean => isObject(patch) && Object.keys(patch).some((name) => /due/.test(name))

/** What is not on the order moves its age as well, maybe later: messages, requests, a due date asked for. */
const leavesMore = ['sendMessage', 'createRevisionRequest', 'uploadDocument']

const noOp = ofEachOrder<Life>({
  freedom: 'amend.no-op-updated-at',
  start: () => ({ shown: null, isAmended: false, isOpaque: false }),
  read: (life, { order, dates }) => {
    const shown = { content: contentOf(order, dates), updatedAt: dates['updated_at'] }
    const { shown: before, isAmended, isOpaque } = life
    Object.assign(life, { shown, isAmended: false })
    if (before === null || !isAmended || isOpaque || before.content !== shown.content) return null
    return before.updatedAt === shown.updatedAt ? null : 'moves'
  },
  other: (life, exchange) => {
    if (exchange.request.method === 'GET' || exchange.response.status >= 400) return
    if (operation(exchange, ...leavesMore)) life.isOpaque = true
    if (!operation(exchange, 'amendOrder')) life.shown = null
    else if (namesDueDate(requestAt(exchange, ''))) life.isOpaque = true
    else life.isAmended = true
  },
})

/** The check in which nobody at the company decides on the date asked for. */
const undecided = 'amend.due-date-is-a-request'

const dueDateInSandbox: StatefulObserver = {
  freedom: 'amend.due-date-in-sandbox',
  start: () => {
    const open = new Map<string, { date: unknown; isWaiting: boolean }>()
    return {
      reading: (exchange) => {
        if (exchange.source !== undecided || !isSuccess(exchange)) return null
        const id = orderIdOf(exchange)
        if (id === undefined) return null
        const request = open.get(id)
        if (operation(exchange, 'amendOrder'))
          open.set(id, { date: requestAt(exchange, '/due_date'), isWaiting: false })
        else if (request && operation(exchange, 'getOrder'))
          request.isWaiting = responseAt(exchange, '/dates/due_date') !== request.date
        return null
      },
      delivered: (delivery) => {
        const { type, data } = envelopeOf(delivery)
        const request = open.get(orderOf(delivery) ?? '')
        if (type !== 'order.due_date_changed' || !request?.isWaiting || data === undefined) return null
        if (data['due_date'] === data['previous_due_date']) return 'declined-by-itself'
        return data['due_date'] === request.date ? 'accepted-by-itself' : null
      },
    }
  },
}

export const amendmentObservers: readonly Observer[] = [
  {
    freedom: 'amend.permission',
    reading: (exchange) =>
      operation(exchange, 'amendOrder') && exchange.role !== null && isSuccess(exchange) ? 'allowed' : null,
  },
  noOp,
  closedOrders,
  dueDateInSandbox,
  {
    freedom: 'amend.due-date-declined-event',
    delivered: (delivery) => {
      const { type, data, test } = envelopeOf(delivery)
      if (type !== 'order.due_date_changed' || test === true || typeof data?.['due_date'] !== 'string') return null
      return data['due_date'] === data['previous_due_date'] ? 'event-with-same-date' : null
    },
  },
]

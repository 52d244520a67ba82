// Readings of amendments: when they are accepted, what one without effect does, and the outcome of a requested due date.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, orderOf } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, operation, orderIdOf, requestAt, responseAt, succeeded } from './answers.ts'
import { isOwn } from './new-orders.ts'
import type { Observer, StatefulObserver } from './observer.ts'
import { ofEachOrder, type Fields } from './order-history.ts'

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
type History = { shown: Shown | null; isAmended: boolean; isOpaque: boolean }

const namesDueDate = (patch: unknown): boolean => isObject(patch) && Object.keys(patch).some((name) => /due/.test(name))

/** What is not on the order moves its age as well, maybe later: messages, requests, a due date asked for. */
const leavesMore = ['sendMessage', 'createRevisionRequest', 'uploadDocument']

const noOp = ofEachOrder<History>({
  freedom: 'amend.no-op-updated-at',
  start: () => ({ shown: null, isAmended: false, isOpaque: false }),
  read: (history, { order, dates }) => {
    const shown = { content: contentOf(order, dates), updatedAt: dates['updated_at'] }
    const { shown: before, isAmended, isOpaque } = history
    Object.assign(history, { shown, isAmended: false })
    if (before === null || !isAmended || isOpaque || before.content !== shown.content) return null
    return before.updatedAt === shown.updatedAt ? null : 'moves'
  },
  other: (history, exchange) => {
    if (exchange.request.method === 'GET' || exchange.response.status >= 400) return
    if (operation(exchange, ...leavesMore)) history.isOpaque = true
    if (!operation(exchange, 'amendOrder')) history.shown = null
    else if (namesDueDate(requestAt(exchange, ''))) history.isOpaque = true
    else history.isAmended = true
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
        if (data['due_date'] === data['previous_due_date']) return 'declined-automatically'
        return data['due_date'] === request.date ? 'accepted-automatically' : null
      },
    }
  },
}

type Place = 'cancelled' | 'delivered' | 'revising'
type What = 'loan-number' | 'other'

/** By place: whether a loan number is taken, and whether anything else is. */
const closedBy: Record<string, Record<Place, Record<What, boolean>>> = {
  'cancelled-and-delivered-but-loan-number': {
    cancelled: { 'loan-number': true, other: false },
    delivered: { 'loan-number': true, other: false },
    revising: { 'loan-number': true, other: true },
  },
  'cancelled-and-delivered': {
    cancelled: { 'loan-number': false, other: false },
    delivered: { 'loan-number': false, other: false },
    revising: { 'loan-number': true, other: true },
  },
  'delivered-alone-but-loan-number': {
    cancelled: { 'loan-number': false, other: false },
    delivered: { 'loan-number': true, other: false },
    revising: { 'loan-number': true, other: true },
  },
  'cancelled-delivered-and-revising-but-loan-number': {
    cancelled: { 'loan-number': true, other: false },
    delivered: { 'loan-number': true, other: false },
    revising: { 'loan-number': true, other: false },
  },
  'cancelled-delivered-and-revising': {
    cancelled: { 'loan-number': false, other: false },
    delivered: { 'loan-number': false, other: false },
    revising: { 'loan-number': false, other: false },
  },
  'cancelled-only': {
    cancelled: { 'loan-number': false, other: false },
    delivered: { 'loan-number': true, other: true },
    revising: { 'loan-number': true, other: true },
  },
  'cancelled-only-but-loan-number': {
    cancelled: { 'loan-number': true, other: false },
    delivered: { 'loan-number': true, other: true },
    revising: { 'loan-number': true, other: true },
  },
}

const places: Record<string, Place> = {
  cancelled: 'cancelled',
  report_complete: 'delivered',
  revised_report_complete: 'delivered',
  revision_requested: 'revising',
  reconsideration_requested: 'revising',
}

const kinds: Record<string, string> = {
  correction: 'revision_requested',
  reconsideration_of_value: 'reconsideration_requested',
}

/** The status that an answer leaves an order in; undefined where it says nothing, null where it may be any. */
const statusAfter = (exchange: Answered): string | null | undefined => {
  if (!isSuccess(exchange)) return undefined
  if (operation(exchange, 'getOrder')) return String(responseAt(exchange, '/status/code'))
  if (operation(exchange, 'cancelOrder')) return 'cancelled'
  if (operation(exchange, 'createRevisionRequest')) return kinds[String(requestAt(exchange, '/kind'))] ?? null
  if (operation(exchange, 'advanceOrder')) return String(requestAt(exchange, '/to_status'))
  return operation(exchange, 'holdOrder', 'resumeOrder') ? null : undefined
}

/** What an answer to an amendment says of the status, which may have moved on its own. */
const contradicts = (exchange: Answered, place: Place): boolean => {
  const status = responseAt(exchange, exchange.response.status === 409 ? '/current_status' : '/status/code')
  return typeof status === 'string' && places[status] !== place
}

/** The fields under the names of creation, which a target may not know: an unknown name may be taken and mean nothing. */
const whatIn = (exchange: Answered): What | null => {
  const patch = requestAt(exchange, '')
  if (!isObject(patch) || Object.keys(patch).length !== 1) return null
  const { loan, lender_reference: reference } = patch
  if (typeof reference === 'string') return 'other'
  return isObject(loan) && Object.keys(loan).join() === 'number' ? 'loan-number' : null
}

const isTaken = (exchange: Answered, what: What): boolean | null => {
  if (exchange.response.status === 409) return false
  const path = what === 'other' ? '/lender_reference' : '/loan/number'
  return isSuccess(exchange) && responseAt(exchange, path) === requestAt(exchange, path) ? true : null
}

/** Which orders are closed, by what was taken and refused in the statuses that are in doubt. */
const closedOrders: StatefulObserver = {
  freedom: 'amend.closed-statuses',
  start: () => {
    const statuses = new Map<string, string | null>()
    let left = Object.keys(closedBy)
    return {
      reading: (exchange) => {
        const id = orderIdOf(exchange)
        if (id === undefined || exchange.role === null) return null
        const place = places[String(statuses.get(id) ?? '')]
        const after = statusAfter(exchange)
        if (after !== undefined) statuses.set(id, after)
        const what = operation(exchange, 'amendOrder') ? whatIn(exchange) : null
        const taken = what === null ? null : isTaken(exchange, what)
        if (place === undefined || what === null || taken === null || contradicts(exchange, place)) return null
        left = left.filter((reading) => closedBy[reading]![place][what] === taken)
        return left.length === 1 ? left[0]! : null
      },
    }
  },
}

export const observers: readonly Observer[] = [
  {
    freedom: 'amend.permission',
    reading: (exchange) => (succeeded('amendOrder')(exchange) && isOwn(exchange) ? 'allowed' : null),
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

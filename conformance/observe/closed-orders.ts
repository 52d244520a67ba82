// Which orders are closed for an amendment, told by what was taken and refused in the statuses that are in doubt.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { requestAt, isSuccess, operation, responseAt, type StatefulObserver } from './observer.ts'
import { orderIdOf } from './order-lives.ts'

type Place = 'cancelled' | 'delivered' | 'revising'
type What = 'loan-number' | 'other'

/** By place: whether a loan number is taken, and whether anything else is. */
const readings: Record<string, Record<Place, Record<What, boolean>>> = {
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

export const closedOrders: StatefulObserver = {
  freedom: 'amend.closed-statuses',
  start: () => {
    const statuses = new Map<string, string | null>()
    let left = Object.keys(readings)
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
        left = left.filter((reading) => readings[reading]![place][what] === taken)
        return left.length === 1 ? left[0]! : null
      },
    }
  },
}

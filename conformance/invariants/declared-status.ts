// Every answer has a status that the contract lists for its operation, where the contract lists them.
import type { Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import { oneOf } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'

type Stated = { success: [rule: string, status: number]; errors?: [rule: string, statuses: number[]] }

// Operations whose statuses the contract gives; for all others it shows neither.
const stated: Record<string, Stated> = {
  ping: {
    success: ['transport.ping-answers-200', 200],
    errors: ['transport.ping-errors-are-the-declared-ones', [429, 500, 503]],
  },
  requestToken: {
    success: ['auth.token-response-is-200', 200],
    errors: ['auth.token-errors-are-the-declared-ones', [400, 401, 415, 429, 500, 503]],
  },
  getAccount: {
    success: ['account.answers-200', 200],
    errors: ['account.errors-are-the-declared-ones', [401, 429, 500, 503]],
  },
  listOrderTypes: {
    success: ['catalog.answers-200', 200],
    errors: ['catalog.errors-are-the-declared-ones', [400, 401, 403, 429, 500, 503]],
  },
  createOrder: {
    success: ['create.answers-201', 201],
    errors: ['create.errors-are-the-declared-ones', [400, 401, 403, 409, 413, 415, 422, 429, 500, 503]],
  },
  listOrders: {
    success: ['list.orders-answers-200', 200],
    errors: ['list.orders-errors-are-the-listed-ones', [400, 401, 403, 422, 429, 500, 503]],
  },
  getOrder: { success: ['order.read-answers-200', 200] },
}

const assert = ({ operation, response: { status } }: Answered) => {
  const known = operation === null ? undefined : stated[operation]
  if (!known) return []
  if (status < 400) {
    const [rule, success] = known.success
    return assertion(rule, status === success, success, status, 'status')
  }
  if (!known.errors) return []
  // HTTP lets a server ask for the length of a body in chunks.
  if (status === 411) return []
  const [rule, errors] = known.errors
  return assertion(rule, errors.includes(status), oneOf(errors), status, 'status')
}

export const declaredStatus: ExchangeInvariant = {
  id: 'invariant.declared-status',
  rules: Object.values(stated).flatMap(({ success, errors }) => [success[0], ...(errors ? [errors[0]] : [])]),
  assert,
}

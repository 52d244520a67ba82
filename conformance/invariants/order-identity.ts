// No two orders of one company share an order number, and no order's `created_at` ever changes.
import type { Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { not } from '../evidence/expected.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { sameInstant } from '../contract/same-instant.ts'
import { shapeOfAnswer } from './schema/shape.ts'

const uniqueNumber = 'order.order-number-is-unique-within-a-company'
const createdOnce = 'order.created-at-never-changes'

type Known = { numbers: Map<string, Sighting>; created: Map<string, Sighting> }
type Sighting = { id: string; value: string; exchange: string }

const nothingKnown = (): Known => ({ numbers: new Map(), created: new Map() })

// These credentials are of one company by what their roles mean; others may belong anywhere.
const sameCompany = new Set<string | null>(['main', 'main_second', 'other_lender'])

const orders = new Set(['Order', 'OrderListItem', 'HoldResponse'])

type Shown = { id?: unknown; order_number?: unknown; dates?: { created_at?: unknown } | null }

const withEarlier = (claims: Assertion[], earlier: Sighting | undefined): Assertion[] =>
  claims.map((entry) => (earlier && !entry.passed ? { ...entry, requests: [earlier.exchange] } : entry))

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const shape = shapeOfAnswer(exchange)
  if (!shape) return []
  const { numbers, created } = memory.of(nothingKnown)
  return shape.visits
    .filter(({ components, missing }) => !missing && components.some((component) => orders.has(component)))
    .flatMap(({ value, pointer }) => {
      const { id, order_number: number, dates } = (value ?? {}) as Shown
      if (typeof id !== 'string') return []
      const claims: Assertion[] = []
      if (typeof number === 'string' && sameCompany.has(exchange.role)) {
        const key = `${exchange.environment} ${number}`
        const earlier = numbers.get(key)
        if (!earlier) numbers.set(key, { id, value: number, exchange: exchange.id })
        const unique = earlier === undefined || earlier.id === id
        const found = assertion(uniqueNumber, unique, not(number), number, `${pointer}/order_number`)
        claims.push(...withEarlier(found, earlier))
      }
      const at = dates?.created_at
      if (typeof at === 'string') {
        // Each environment may number its orders for itself.
        const key = `${exchange.environment} ${id}`
        const earlier = created.get(key)
        if (!earlier) created.set(key, { id, value: at, exchange: exchange.id })
        const same = earlier === undefined || sameInstant(earlier.value, at)
        claims.push(
          ...withEarlier(assertion(createdOnce, same, earlier?.value, at, `${pointer}/dates/created_at`), earlier),
        )
      }
      return claims
    })
}

export const orderIdentity: ExchangeInvariant = {
  id: 'invariant.order-identity',
  rules: [uniqueNumber, createdOnce],
  assert,
}

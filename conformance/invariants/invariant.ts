// What an invariant is: a claim about every exchange or every delivery, whatever caused it.
import type { Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Secrets } from '../sut/secrets.ts'
import type { Assertion } from '../evidence/assertion.ts'

/** What invariants may remember from one exchange to the next, and what the run knows. */
export type Memory = {
  /** The memory of an invariant in this run, by its initial value. */
  of<T>(begin: () => T): T
  secrets: Secrets
  /** The failed exchange that had this correlation id, and what a repetition of it has in common with it. */
  correlationIds: Map<string, { id: string; repeat: string | undefined }>
  /** How often each event id was delivered, the present delivery included. */
  attempts: Map<string, number>
}

export const createMemory = (secrets: Secrets): Memory => {
  const remembered = new Map<() => unknown, unknown>()
  return {
    of<T>(begin: () => T): T {
      if (!remembered.has(begin)) remembered.set(begin, begin())
      return remembered.get(begin) as T
    },
    secrets,
    correlationIds: new Map(),
    attempts: new Map(),
  }
}

export type ExchangeInvariant = {
  id: string
  /** The rules it can assert. */
  rules: readonly string[]
  assert(exchange: Answered, memory: Memory): Assertion[]
}

export type DeliveryInvariant = {
  id: string
  rules: readonly string[]
  assert(delivery: Delivery, memory: Memory): Assertion[]
}

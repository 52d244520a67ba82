// What an order showed of the parts that the lender alone changes is there as long as nothing amends it, whatever else becomes of
// the order.
import { isObject } from '../contract/is-object.ts'
import { namedFields } from '../contract/named-fields.ts'
import { atLeast } from '../evidence/expected.ts'
import { orderIn } from '../evidence/plain-path.ts'
import { jsonOf, type Answered, type Exchange } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'order.read-is-the-full-order'

const parts = 'lender_reference order_type loan property borrowers parties notes flags appraiser_instructions'.split(
  ' ',
)

/** How many values there are at each place. The entries of an array may come in another order, so that a star stands for each of them. */
type Counts = Map<string, number>

const count = (value: unknown, place: string, into: Counts): Counts => {
  if (Array.isArray(value)) for (const one of value as unknown[]) count(one, `${place}/*`, into)
  else if (isObject(value)) for (const [name, one] of Object.entries(value)) count(one, `${place}/${name}`, into)
  else if (value !== null && value !== undefined) into.set(place, (into.get(place) ?? 0) + 1)
  return into
}

const countsOf = (order: Record<string, unknown>): Counts => {
  const counts: Counts = new Map()
  for (const part of parts) count(namedFields(order[part], `/${part}`), `/${part}`, counts)
  return counts
}

/** What the last answer showed, when it had come, and that exchange. */
type Shown = { at: number; source: string; counts: Counts }

/** By environment and order. `amendedAt`: until when an amendment was under way. */
type Known = { shown: Map<string, Shown>; amendedAt: Map<string, number> }

const nothingKnown = (): Known => ({ shown: new Map(), amendedAt: new Map() })

/** What an amendment makes of a field is judged elsewhere, be it refused or not. One without an answer may be made at any time. */
export const rememberAmendment = (
  { environment, request, response, startedAt, ms }: Exchange,
  memory: Memory,
): void => {
  const order = orderIn(request.url)
  if (order === undefined || (request.method !== 'PATCH' && request.method !== 'PUT')) return
  const { shown, amendedAt } = memory.of(nothingKnown)
  const key = `${environment} ${order}`
  const endedAt = response !== null && response.status < 500 ? startedAt + ms : Infinity
  amendedAt.set(key, Math.max(endedAt, amendedAt.get(key) ?? -1))
  shown.delete(key)
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  rememberAmendment(exchange, memory)
  const { id: source, operation, environment, request, response, startedAt, ms } = exchange
  const order = orderIn(request.url)
  if (order === undefined) return []
  const { shown, amendedAt } = memory.of(nothingKnown)
  const key = `${environment} ${order}`
  const body = operation === 'getOrder' && response.status < 300 ? jsonOf(response.body) : undefined
  if (!isObject(body) || startedAt <= (amendedAt.get(key) ?? -1)) return []
  const counts = countsOf(body)
  const before = shown.get(key)
  if (!before || before.at < startedAt) shown.set(key, { at: startedAt + ms, source, counts })
  if (!before || before.at >= startedAt) return []
  const gone = [...before.counts].find(([place, there]) => (counts.get(place) ?? 0) < there)
  if (!gone) return assertion(rule, true, null, null)
  const [place, there] = gone
  return assertion(rule, false, atLeast(`${there} ${place}`), `${counts.get(place) ?? 0} ${place}`).map((one) => ({
    ...one,
    requests: [before.source],
  }))
}

export const keptFields: ExchangeInvariant = { id: 'invariant.kept-fields', rules: [rule], assert }

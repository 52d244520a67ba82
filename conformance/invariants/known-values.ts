// A value that an earlier answer showed is shown again, for good or while nothing changed: by the table `fixtures/known-values.yaml`.
import { readFixture } from '../../fixtures/read-fixture.ts'
import { lazily } from '../contract/lazily.ts'
import { isFine } from '../contract/same-instant.ts'
import { isObject } from '../contract/is-object.ts'
import { namedFields } from '../contract/named-fields.ts'
import { orderIn } from '../evidence/plain-path.ts'
import type { Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { differingAt, same } from './same-writings.ts'
import { rulesOfFields } from './schema/field-rules.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import type { Visit } from './schema/visit.ts'

type Fields = Record<string, unknown>

type Table = {
  constant: Record<string, Record<string, keyof typeof same>>
  unchanged: Record<string, string>
  reworded: string[]
}

const table = lazily(() => readFixture('known-values.yaml') as Table)

type Shown = { value: unknown; source: string }

type Known = {
  /** By environment, id and field. */
  constant: Map<string, Shown>
  /** By order, how often it was written to. */
  writes: Map<string, number>
  /** By order, its `updated_at` and the number of writes before that. */
  states: Map<string, { order: Fields; source: string }>
}

const nothingKnown = (): Known => ({ constant: new Map(), writes: new Map(), states: new Map() })

const beside = (claims: Assertion[], source: string): Assertion[] =>
  claims.map((one) => (one.passed ? one : { ...one, requests: [source] }))

const compareConstants = (known: Known, { environment, id: source }: Answered, visit: Visit): Assertion[] => {
  const value = visit.value as Fields
  return visit.components.flatMap((component) =>
    Object.entries(table().constant[component] ?? {}).flatMap(([field, as]) => {
      const rules = rulesOfFields([`${component}.${field}`], [])
      if (value[field] === undefined || rules.length === 0) return []
      const key = `${environment} ${String(value['id'])} ${field}`
      const first = known.constant.get(key)
      if (!first) known.constant.set(key, { value: value[field], source })
      if (!first) return []
      const holds = same[as](value[field], first.value)
      return beside(assertion(rules[0]!, holds, first.value, value[field], `${visit.pointer}/${field}`), first.source)
    }),
  )
}

const withoutNumbers = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')

/** Documents by their ids; what each shows is constant. */
const partOf = (order: Fields, part: string): unknown =>
  part === 'documents' && Array.isArray(order[part])
    ? (order[part] as unknown[]).map((one) => (isObject(one) ? one['id'] : one))
    : order[part]

/** What two showings of an order differ in, by the rule that has `updated_at` move with it. */
export const compareParts = (before: Fields, order: Fields, source: string, isCreate: boolean): Assertion[] => {
  const skip = (pointer: string): boolean => table().reworded.includes(withoutNumbers(pointer))
  return Object.entries(table().unchanged).flatMap(([part, rule]) => {
    // The documents of a create are there once they are stored.
    if (!(part in before) || !(part in order) || (isCreate && part === 'documents')) return []
    const [was, is] = [before, order].map((one) => namedFields(partOf(one, part), `/${part}`))
    const at = differingAt(was, is, skip, `/${part}`)
    return beside(assertion(rule, at === null, was, is, at ?? `/${part}`), source)
  })
}

const orderOf = ({ value }: Visit): { id: string; at: string; order: Fields } | null => {
  if (!isObject(value) || typeof value['id'] !== 'string' || !isObject(value['dates'])) return null
  const at = value['dates']['updated_at']
  return isFine(at) ? { id: value['id'], at, order: value } : null
}

/** An order at one and the same `updated_at`, and nothing was written to it in between. */
const compareStates = (known: Known, { environment, id: source, operation }: Answered, visit: Visit): Assertion[] => {
  const shown = orderOf(visit)
  if (!shown) return []
  const { id, at, order } = shown
  const key = `${environment} ${id} ${at} ${known.writes.get(id) ?? 0}`
  const before = known.states.get(key)
  if (!before) known.states.set(key, { order, source })
  return before ? compareParts(before.order, order, before.source, operation === 'createOrder') : []
}

const shows = new Set(['getOrder', 'createOrder'])

/** What is not there takes no write. */
const noteWrite = ({ writes }: Known, { request, response }: Answered): void => {
  const isWrite = request.method !== 'GET' && response.status !== 404
  const order = isWrite ? orderIn(request.url) : undefined
  if (order !== undefined) writes.set(order, (writes.get(order) ?? 0) + 1)
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const known = memory.of(nothingKnown)
  noteWrite(known, exchange)
  // What an event shows of a thing is compared with reads of it elsewhere.
  if (exchange.response.status >= 300 || exchange.operation === 'listEvents') return []
  const visits = shapeOfAnswer(exchange)?.visits ?? []
  return visits
    .filter(({ value, missing }) => !missing && isObject(value) && typeof value['id'] === 'string')
    .flatMap((visit) => [
      ...compareConstants(known, exchange, visit),
      ...(shows.has(exchange.operation ?? '') && visit.pointer === '' ? compareStates(known, exchange, visit) : []),
    ])
}

const ofFields = (): string[] =>
  Object.entries(table().constant).flatMap(([component, fields]) =>
    Object.keys(fields).flatMap((field) => rulesOfFields([`${component}.${field}`], []).slice(0, 1)),
  )

export const rulesOfParts = (): string[] => [...new Set(Object.values(table().unchanged))]

export const knownValues: ExchangeInvariant = {
  id: 'invariant.known-values',
  get rules() {
    return [...new Set([...ofFields(), ...rulesOfParts()])]
  },
  assert,
}

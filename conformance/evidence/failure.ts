// Names a failure by kind and key, from the typed parts of its assertion and from the exchange that it is about.
import { placeOfFinding } from '../../reports/differences.ts'
import { answerOf } from '../../reports/finding-answer.ts'
import type { Failure, FailureKind } from '../../reports/failure-kinds.ts'
import type { Finding } from '../../reports/run-record.ts'
import { operations, rules } from '../contract/contract.ts'
import type { Assertion } from './assertion.ts'
import { absent, Form, shownExpectation, valuesIn } from './expected.ts'
import type { ExchangeFacts, SightOf } from './exchange-facts.ts'

const isSuccess = (status: unknown): boolean =>
  status === '2xx' || (typeof status === 'number' && status >= 200 && status < 300)

const unserved = new Set<unknown>([404, 405, 501])

export const isUnserved = (status: number): boolean => unserved.has(status)

/** No path with an id: what it leads to may not be there, and the operation be served. */
const hasNoId = (operation: string | null | undefined): boolean =>
  operations()
    .get(operation ?? '')
    ?.path.includes('{') === false

/** What is wrong with the status of an answer; `expected` are those that would do. */
export const statusKind = (
  received: unknown,
  expected: readonly unknown[],
  operation: string | null | undefined = null,
): FailureKind => {
  if (unserved.has(received) && hasNoId(operation)) return 'not_served'
  if (Number(received) >= 500) return 'server_error'
  if (isSuccess(received)) return expected.some(isSuccess) ? 'wrong_status' : 'accepted'
  return expected.some(isSuccess) ? 'refused' : 'wrong_status'
}

/** The names on the way to a field: no positions, nor the `data` that lists and events have around an order. */
export const pathOf = (pointer: string | null): string[] => {
  if (!pointer?.startsWith('/')) return []
  const names = pointer
    .slice(1)
    .split('/')
    .filter((part) => part !== '*' && !/^\d+$/.test(part))
  const from = names.findIndex((name) => name !== 'data')
  return from === -1 ? [] : names.slice(from)
}

type Place = { path: string[]; expected: unknown; received: unknown }

const isErrorCode = ({ path: [name, ...rest] }: Place, facts: ExchangeFacts | null): boolean =>
  (name === 'code' || name === 'error') && rest.length === 0 && (facts?.status ?? 0) >= 400

const isOrderStatus = ({ path }: Place): boolean => path.at(-2) === 'status' && path.at(-1) === 'code'

const kindsOfForms: Partial<Record<Form['name'], FailureKind>> = {
  includes: 'missing_entry',
  excludes: 'unexpected_entry',
  only: 'unexpected_entry',
  order: 'wrong_order',
}

const formKind = (expected: unknown): FailureKind | undefined =>
  expected instanceof Form ? kindsOfForms[expected.name] : undefined

const fieldKind = (place: Place, facts: ExchangeFacts | null): FailureKind => {
  const { expected, received } = place
  if (received === undefined) return 'missing_field'
  if (expected === absent || expected === undefined) return 'unexpected_field'
  if (expected instanceof Form && expected.name === 'type') return 'wrong_type'
  if (isErrorCode(place, facts)) return 'wrong_code'
  return formKind(expected) ?? (isOrderStatus(place) ? 'wrong_state' : 'wrong_value')
}

const headerKind = ({ expected, received }: Assertion): FailureKind => {
  if (received === undefined) return 'missing_header'
  return expected === absent ? 'unexpected_header' : 'wrong_header'
}

const kindOf = ({ pointer, ...one }: Assertion, place: Place, facts: ExchangeFacts | null): FailureKind => {
  if (pointer === 'status') return statusKind(one.received, valuesIn(one.expected), facts?.operation)
  if (pointer?.startsWith('header:')) return headerKind(one)
  if (place.path.length > 0) return fieldKind(place, facts)
  if ((facts?.status ?? 0) >= 500) return 'server_error'
  return formKind(one.expected) ?? 'wrong_outcome'
}

const joined = (...parts: readonly unknown[]): string => parts.filter((part) => part !== null).join(' ')

const statusKey = (kind: FailureKind, { rule }: Assertion, facts: ExchangeFacts | null): string => {
  const operation = facts?.operation ?? rule
  if (kind === 'server_error' || kind === 'not_served') return operation
  if (kind === 'wrong_status') return joined(operation, facts?.status ?? null)
  if (kind === 'refused') return joined(operation, facts?.status ?? null, ...(facts?.explains ?? []))
  // What is to be refused, a rule of its own says, unless it is an action in a status.
  return rules().get(rule)?.cell ? operation : rule
}

const wanted = (expected: unknown): string => valuesIn(expected).map(String).join(', ')

const keyOf = (kind: FailureKind, one: Assertion, { path, expected }: Place, facts: ExchangeFacts | null): string => {
  switch (kind) {
    case 'server_error':
    case 'not_served':
    case 'refused':
    case 'accepted':
    case 'wrong_status':
      return statusKey(kind, one, facts)
    case 'missing_header':
    case 'unexpected_header':
    case 'wrong_header':
      return one.pointer!.slice('header:'.length)
    case 'wrong_code':
    case 'wrong_state':
      return wanted(expected)
    default:
      return path.length > 0 ? path.join('.') : one.rule
  }
}

/** Of two objects the first field in which they differ. */
const placeIn = (one: Assertion): Place => {
  const { expected, received } = one
  const pointer = one.pointer ?? null
  const isObject = pointer !== null && !(expected instanceof Form) && !Array.isArray(expected)
  const at = isObject ? placeOfFinding({ pointer, expected, received }) : { pointer, expected, received }
  return { path: pathOf(at.pointer), expected: at.expected, received: at.received }
}

/** @param facts the exchange that the assertion is about; null for a delivery */
export const failureOf = (one: Assertion, facts: ExchangeFacts | null): Failure => {
  // Whatever is wrong with it, the service has no part in it.
  if (facts?.answeredBy) return { kind: 'not_the_service', key: joined(facts.answeredBy, facts.status) }
  const place = placeIn(one)
  // Each field of the body is missing on top for this one reason.
  if (facts?.nestedUnder && (place.path.length > 0 || place.received === undefined))
    return { kind: 'nested_error', key: facts.nestedUnder }
  const kind = one.failure?.kind ?? kindOf(one, place, facts)
  return { kind, key: one.failure?.key ?? keyOf(kind, one, place, facts) }
}

/** A failed assertion as a record holds it. */
export const findingOf = (one: Assertion, check: string, factsOf: SightOf): Finding => {
  const { rule, expected, received, pointer = null, requests } = one
  const answer = answerOf(one)
  const failure = failureOf(one, answer === null ? null : factsOf(answer))
  return { rule, check, ...failure, expected: shownExpectation(expected), received, pointer, requests }
}

// What kind of difference a finding shows: the same for one fault, in whichever order, event or place of a list it was met.
import type { Finding } from '../../reports/run-record.ts'
import { enumerations } from '../contract/contract.ts'
import { shapeOf, shapeOfExpectation } from './shape.ts'

/** The longest first, as one name may begin another. */
const anyOf = (names: readonly string[]): RegExp => {
  const all = names.toSorted((one, other) => other.length - one.length).map((name) => name.replace('.', '\\.'))
  return new RegExp(`(?<![\\w.-])(?:${all.join('|')})(?![\\w-])`, 'g')
}

let names: [RegExp, string][] | undefined

/** Whichever event or status it was met with. */
const unnamed = (text: string): string => {
  names ??= [
    [anyOf(enumerations()['event_type'] ?? []), '<event>'],
    [anyOf(enumerations()['order_status'] ?? []), '<status>'],
  ]
  return names.reduce((left, [pattern, name]) => left.replace(pattern, name), text)
}

const isValue = (text: string): boolean => !text.includes(' ')

/** Of a text that says what was expected, all but what it quotes; of a value that was expected, only that it was another. */
const expectation = (expected: unknown): string => {
  if (typeof expected !== 'string') return expected === null || expected === undefined ? 'nothing' : typeof expected
  return isValue(expected) ? 'a value' : shapeOfExpectation(expected.replace(/"[^"]*"/g, '"…"'))
}

const outline = (value: unknown, depth: number): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value !== 'object') return typeof value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return `[${[...new Set(value.map((item) => outline(item, depth - 1)))].toSorted().join()}]`
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${key}:${outline(entry, depth - 1)}`).join()}}`
}

/** At no place of an answer there are words, or the evidence in a list that differs with every order. */
const words = (received: unknown): string =>
  Array.isArray(received) ? `${received.length > 0 ? 'a' : 'an empty'} list` : shapeOf(received)

export const differenceOf = ({ pointer, expected, received }: Finding): string =>
  pointer?.startsWith('/')
    ? JSON.stringify([expectation(expected), outline(received, 2)])
    : unnamed(JSON.stringify([shapeOfExpectation(expected), words(received)]))

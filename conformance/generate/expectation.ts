// One thing that the order of a request must show, as data.
import { not } from '../evidence/expected.ts'
import { sameText } from './same-value.ts'

/**
 * `accept` takes the value at `pointer` in the order, undefined where there is none, and holds under every permitted
 * reading. `companyMayChange`: the company may set the value at any time, so that it binds the 201, and a read only while
 * `dates.updated_at` is that of the 201.
 */
export type Expectation = {
  pointer: string
  rule: string
  /** The value, or a form of `evidence/expected.ts`. */
  expected: unknown
  accept: (value: unknown) => boolean
  companyMayChange?: true
}

export type Accept = Expectation['accept']

export const one = (pointer: string, rule: string, expected: unknown, accept: Accept): Expectation => ({
  pointer,
  rule,
  expected,
  accept,
})

export const exactly = (pointer: string, rule: string, sent: string | boolean): Expectation =>
  one(pointer, rule, sent, (value) => value === sent)

export const notEmptyText = (pointer: string): Expectation =>
  one(pointer, 'conventions.empty-fields-are-sent-as-null', not('""'), (value) => value !== '')

export const text = (pointer: string, rule: string, sent: string | undefined): Expectation =>
  sent === undefined ? notEmptyText(pointer) : one(pointer, rule, sent, sameText(sent))

export const sentOnly = <T>(sent: T | undefined, expectation: (sent: T) => Expectation): Expectation[] =>
  sent === undefined ? [] : [expectation(sent)]

// What is asserted of a target: the rule, whether it passed, and what was expected and received where.
import type { Failure } from '../../reports/failure-kinds.ts'

export type Assertion = {
  rule: string
  passed: boolean
  /** The value itself, or a form of `expected.ts`. */
  expected: unknown
  /** Undefined where nothing is there. */
  received: unknown
  /** A JSON pointer into the body, or `header:Name`, or `status`. */
  pointer?: string | undefined
  /** Ids of the exchanges and deliveries that show it. */
  requests: string[]
  /** What the other members do not say of its kind and key; see `failure.ts`. */
  failure?: Partial<Failure> | undefined
}

export const passed = (rule: string): Assertion => ({
  rule,
  passed: true,
  expected: null,
  received: null,
  requests: [],
})

/** One assertion for each rule, all with the same outcome. */
export const assertion = (
  rules: string | readonly string[],
  holds: boolean,
  expected: unknown,
  received: unknown,
  pointer?: string,
  failure?: Partial<Failure>,
): Assertion[] =>
  (typeof rules === 'string' ? [rules] : rules).map((rule) =>
    holds
      ? passed(rule)
      : { rule, passed: false, expected, received, pointer, requests: [], ...(failure && { failure }) },
  )

// What one comparison found: the rule it speaks for, whether it held, and what was expected and received where.

export type Comparison = {
  rule: string
  held: boolean
  /** The value itself, or a form of `expected.ts`. */
  expected: unknown
  /** Undefined where nothing is there. */
  received: unknown
  /** A JSON pointer into the body, or `header:Name`, or `status`. */
  pointer?: string | undefined
  /** Ids of the exchanges and deliveries that show it. */
  requests: string[]
}

/** What a judge says; the exchange is added by whoever called it. */
export type Claim = Omit<Comparison, 'requests'> & { requests?: string[] }

export const held = (rule: string): Claim => ({ rule, held: true, expected: null, received: null })

/** One claim for each rule, all with the same outcome. */
export const claim = (
  rules: string | readonly string[],
  holds: boolean,
  expected: unknown,
  received: unknown,
  pointer?: string,
): Claim[] =>
  (typeof rules === 'string' ? [rules] : rules).map((rule) =>
    holds ? held(rule) : { rule, held: false, expected, received, pointer },
  )

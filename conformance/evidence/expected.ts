// What a comparison expects where it is no one value: a few fixed forms, so that it can be compared with what was received.

/** Of a field, a header or an entry; what is received as undefined is shown as absent. */
export const present = 'present'
export const absent = 'absent'

const literal = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? absent))

export const atLeast = (least: unknown): string => `≥ ${literal(least)}`
export const atMost = (most: unknown): string => `≤ ${literal(most)}`
export const not = (...values: unknown[]): string => `not ${values.map(literal).join(', ')}`
/** A list with the value as an entry, or a text with it as a part. */
export const includes = (value: unknown): string => `includes ${literal(value)}`
export const excludes = (value: unknown): string => `excludes ${literal(value)}`
export const startsWith = (prefix: string): string => `starts with ${prefix}`
/** Every entry of a list is one of the values. */
export const only = (...values: unknown[]): string => `only ${values.map(literal).join(', ')}`
export const matching = (pattern: RegExp): string => `matches ${String(pattern)}`

/** One value stands for itself. */
export const oneOf = (values: readonly unknown[]): unknown =>
  values.length === 1 ? values[0] : `one of ${values.map(literal).join(', ')}`

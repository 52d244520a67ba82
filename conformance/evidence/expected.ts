// What a comparison expects where it is no one value: a few fixed forms, so that it can be compared with what was received.

type FormName =
  | 'present'
  | 'absent'
  | 'type'
  | 'at least'
  | 'at most'
  | 'not'
  | 'includes'
  | 'excludes'
  | 'starts with'
  | 'only'
  | 'matches'
  | 'order'
  | 'one of'

/** A form with its values; a record holds its text. */
export class Form {
  readonly name: FormName
  readonly values: readonly unknown[]
  readonly text: string

  constructor(name: FormName, values: readonly unknown[], text: string) {
    this.name = name
    this.values = values
    this.text = text
  }

  toString(): string {
    return this.text
  }

  toJSON(): string {
    return this.text
  }
}

/** Of a field, a header or an entry; what is received as undefined is shown as absent. */
export const present = new Form('present', [], 'present')
export const absent = new Form('absent', [], 'absent')

const literal = (value: unknown): string => {
  if (value instanceof Form) return value.text
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? absent.text)
}

const formOf = (name: FormName, values: readonly unknown[], before = `${name} `): Form =>
  new Form(name, values, `${before}${values.map(literal).join(', ')}`)

/** A JSON type, or several; `further` is asked of the value besides. */
export const ofType = (names: readonly string[], further: readonly (Form | string)[] = []): Form =>
  new Form('type', names, [names.join(' or '), ...further].join(', '))
export const atLeast = (least: unknown): Form => formOf('at least', [least], '≥ ')
export const atMost = (most: unknown): Form => formOf('at most', [most], '≤ ')
export const not = (...values: unknown[]): Form => formOf('not', values)
/** A list with the value as an entry, or a text with it as a part. */
export const includes = (value: unknown): Form => formOf('includes', [value])
export const excludes = (value: unknown): Form => formOf('excludes', [value])
export const startsWith = (prefix: string): Form => formOf('starts with', [prefix])
/** Every entry of a list is one of the values. */
export const only = (...values: unknown[]): Form => formOf('only', values)
export const matching = (pattern: RegExp): Form => new Form('matches', [], `matches ${String(pattern)}`)
export const rising = new Form('order', [], 'rising')
export const falling = new Form('order', [], 'falling')

/** One value stands for itself. */
export const oneOf = (values: readonly unknown[]): unknown =>
  values.length === 1 ? values[0] : formOf('one of', values)

/** The values that would do, where the expectation names them. */
export const valuesIn = (expected: unknown): readonly unknown[] =>
  expected instanceof Form ? expected.values : [expected]

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** An expectation as a record holds it: each form as its text. */
export const shownExpectation = (expected: unknown): unknown => {
  if (expected instanceof Form) return expected.text
  if (Array.isArray(expected)) return expected.map(shownExpectation)
  if (!isPlain(expected)) return expected
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, shownExpectation(value)]))
}

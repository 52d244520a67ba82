// Which reading a value shows: the cases, one for each reading.

/** A text that matches it, a value that fits it, or the value itself. */
type Case = RegExp | ((value: never) => boolean) | string | number | boolean | null
export type Cases = Record<string, Case>

const fits = (value: unknown, one: Case): boolean => {
  if (one instanceof RegExp) return typeof value === 'string' && one.test(value)
  return typeof one === 'function' ? one(value as never) : value === one
}

/** The first reading whose case a value fits. */
export const readingOf = (value: unknown, cases: Cases): string | null =>
  Object.keys(cases).find((reading) => fits(value, cases[reading]!)) ?? null

export const absent = (value: unknown): boolean => value === undefined
export const present = (value: unknown): boolean => value !== undefined
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0
export const onlyOf =
  (known: readonly string[]) =>
  (names: readonly string[]): boolean =>
    names.every((name) => known.includes(name))
/** The last case, which every value fits. */
export const otherwise = (): boolean => true
/** `status-409` for 409, and so on. */
export const statuses = (...all: number[]): Cases => Object.fromEntries(all.map((one) => [`status-${one}`, one]))

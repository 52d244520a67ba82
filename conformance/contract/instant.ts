// A point in time that others write: one that can be reckoned with, and written again.

/** Of the years 1 to 9899, as the contract's timestamps have four digits; days and years are added to it. */
const [earliest, latest] = ['0001-01-01T00:00:00Z', '9900-01-01T00:00:00Z'].map((text) => Date.parse(text)) as [
  number,
  number,
]

/** In milliseconds; NaN where it is none: a date without a time is a day. */
export const instantIn = (value: unknown): number => {
  const isTimed = typeof value === 'string' && !/^\d{4}-\d\d-\d\d$/.test(value)
  const at = isTimed ? Date.parse(value) : Number.NaN
  return at >= earliest && at < latest ? at : Number.NaN
}

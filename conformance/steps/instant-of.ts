// A point in time in one form, so that two writings of it compare as equal and a difference can be read.

/** In UTC with milliseconds; what is no time as it is. */
export const instantOf = (value: unknown): unknown => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? (value ?? 'nothing') : new Date(at).toISOString()
}

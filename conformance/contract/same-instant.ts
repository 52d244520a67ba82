// Timestamps of one instant that are written to the second in one place and more finely in another.

/** The whole second of a timestamp, in seconds since 1970; NaN of what is none. */
export const secondOf = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1000)

/** Whether two timestamps are forms of one instant, of which one may be cut to the second. */
export const sameInstant = (one: string, other: string): boolean => {
  if (one.includes('.') === other.includes('.')) return Date.parse(one) === Date.parse(other)
  return secondOf(one) === secondOf(other)
}

const isTimestamp = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

/** Whether two shown values are one: forms of one instant, or what they are. */
export const isSameTime = (one: unknown, other: unknown): boolean =>
  one === other || (isTimestamp(one) && isTimestamp(other) && sameInstant(one, other))

/** Events further apart are of two changes: those of one may be raised one after the other, while the clock stands still. */
export const apartMs = 20

/** Whether a timestamp is finer than a second: some write `.000` behind every whole one. */
export const isFine = (time: unknown): time is string => typeof time === 'string' && /\.\d*[1-9]/.test(time)

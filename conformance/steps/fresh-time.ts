// Whether the time of a second signature is its own: as long after the first as its delivery came after that of the first.

/** Seconds by which deliveries that follow each other closely may be late. */
const least = 3

/** Clocks of several senders differ, and either delivery may be delayed: a time is kept or taken again. */
export const isFreshTime = (first: number, second: number, passed: number): boolean =>
  Math.abs(second - first - passed) <= Math.max(least, passed / 2)

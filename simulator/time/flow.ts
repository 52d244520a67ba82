// How domain time flows: base + rate × wire time elapsed since the base was set.

export type Flow = {
  /** Whole epoch milliseconds; never less than before. */
  now(): number
  /** Goes on from an instant that is not past. */
  goOnFrom(instant: number): void
}

export function createFlow(base: number, rate: number, wire: () => number): Flow {
  let wireBase = wire()
  let last = wireBase

  function elapsed(): number {
    const reading = wire()
    // A wall clock that was set back counts as one that stood still: domain time neither falls nor waits to be caught up with.
    if (reading < last) wireBase -= last - reading
    last = reading
    return reading - wireBase
  }

  return {
    now: () => Math.floor(base + rate * elapsed()),
    goOnFrom(instant) {
      base = instant
      wireBase = last = wire()
    },
  }
}

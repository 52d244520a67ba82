// How domain time flows: base + rate × wire time elapsed since the base was set; a frozen one stays at the base.
import { clockError } from './clock-error.ts'
import type { ClockMode } from './clock.ts'

type Flow = {
  /** Whole epoch milliseconds; never less than before. */
  now(): number
  /** Goes on from an instant that is not past. */
  goOnFrom(instant: number): void
  /** Stands still, or goes on, from the instant of now. */
  setFrozen(frozen: boolean): void
}

export function createFlow(base: number, rate: number, wire: () => number): Flow {
  let wireBase = wire()
  let last = wireBase
  let pace = rate

  function elapsed(): number {
    const reading = wire()
    // A wall clock that was set back counts as one that stood still: domain time neither falls nor waits to be caught up with.
    if (reading < last) wireBase -= last - reading
    last = reading
    return reading - wireBase
  }

  const now = () => Math.floor(base + pace * elapsed())

  function goOnFrom(instant: number): void {
    base = instant
    wireBase = last = wire()
  }

  return {
    now,
    goOnFrom,
    setFrozen(frozen) {
      goOnFrom(now())
      pace = frozen ? 0 : rate
    },
  }
}

/** Domain seconds per second. @throws ClockError clock_bad_rate */
export function rateOf(mode: ClockMode): number {
  if (mode.mode === 'real') return 1
  if (mode.mode === 'manual') return 0
  if (Number.isFinite(mode.rate) && mode.rate > 0) return mode.rate
  throw clockError(
    'clock_bad_rate',
    `An accelerated clock needs a rate above 0 and got ${mode.rate}; pass one, such as 60.`,
  )
}

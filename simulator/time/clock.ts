// The domain clock's interface: it stamps orders and events and runs what falls due. The wire clock is always `Date.now()`.

import type { DueKind, Fired, Moved, MoveBounds, SimulatorClock } from '../public/simulator-options.ts'

export type { Fired, Moved, MoveBounds, SimulatorClock as ClockMode }

/** What a preview shows of an item; one that is not open any more does nothing when it runs. */
export type About = { kind: DueKind; isOpen?: () => boolean }

export type Scheduled = About & {
  due: number
  what: string
  subject: string
  run: () => Promise<string | undefined> | string | undefined
}

type Change = {
  /** What is scheduled from then on, beside what `replace` schedules. */
  scheduled: readonly Scheduled[]
  /** Ends what takes long. */
  stop: () => Promise<void>
  /** Puts in order what the clock is for; the clock shows the instant by then. */
  replace: () => Promise<void>
}

type Upcoming = { at: string; what: string; subject: string }

export type Clock = {
  readonly mode: SimulatorClock['mode']
  /** Whether domain time stands still until `unfreeze`, in whatever mode. */
  readonly frozen: boolean
  /** Domain time, epoch milliseconds; moves back in `goOnFrom` alone. */
  now(): number
  /**
   * Runs `run` once when domain time reaches `due` (at once, though never synchronously, when it already has).
   * `what` and `subject` name it in the answer of `advance` (such as `webhook attempt 3` and the event id).
   */
  at(due: number, what: string, subject: string, run: Scheduled['run'], about?: About): () => void
  /** Due times that are known now, soonest first: what `advance` would fire, without moving. */
  upcoming(until?: number): Upcoming[]
  /** Of these, what would do something, and of several that are alike one. */
  open(until?: number): (Upcoming & { kind: DueKind })[]
  /** Moves forward to an instant, running what falls due in order and waiting for each; in every mode. */
  advance(to: number): Promise<Fired[]>
  /** The same, by a number of seconds; by none it runs what is due. */
  advanceBy(seconds: number): Promise<Fired[]>
  /** Moves to the soonest instant at which something is due; stays where nothing is. */
  advanceToNextDue(): Promise<Moved>
  /** Moves on until nothing is due any more, or a bound is reached. */
  advanceUntilIdle(bounds?: MoveBounds): Promise<Moved>
  /** Domain time stands still until `unfreeze`; what is due at that instant runs, and every `advance` moves as always. */
  freeze(): void
  /** Goes on from the instant that it shows, as its mode says. */
  unfreeze(): void
  /** Domain time stands still for N milliseconds; in every mode. */
  hold(milliseconds: number): Promise<void>
  /** What is scheduled, but for some kinds; `goOnFrom` takes it. */
  scheduled(but: readonly DueKind[]): Scheduled[]
  /** Forgets all that is scheduled, waits for what runs, and goes on from an instant, an earlier one too. */
  goOnFrom(instant: number, change: Change): Promise<void>
  /** Resolves when nothing that has already fallen due is still running. */
  idle(): Promise<void>
  close(): void
}

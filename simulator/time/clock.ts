// The domain clock's interface: it stamps orders and events and runs what falls due. The wire clock is always `Date.now()`.

import type { Fired, SimulatorClock } from '../simulator-options.ts'

export type { Fired, SimulatorClock as ClockMode }

export type Clock = {
  readonly mode: SimulatorClock['mode']
  /** Domain time, epoch milliseconds; never moves back. */
  now(): number
  /**
   * Runs `run` once when domain time reaches `due` (at once, though never synchronously, when it already has).
   * `what` and `subject` name it in the answer of `advance` (such as `webhook attempt 3` and the event id).
   */
  at(
    due: number,
    what: string,
    subject: string,
    run: () => Promise<string | undefined> | string | undefined,
  ): () => void
  /** Due times that are known now, soonest first: what `advance` would fire, without moving. */
  upcoming(until?: number): { at: string; what: string; subject: string }[]
  /** Moves forward to an instant, running what falls due in order and waiting for each; in every mode. */
  advance(to: number): Promise<Fired[]>
  /** Domain time stands still for so many milliseconds; in every mode. */
  hold(milliseconds: number): Promise<void>
  /** Resolves when nothing that has already fallen due is still running. */
  idle(): Promise<void>
  close(): void
}

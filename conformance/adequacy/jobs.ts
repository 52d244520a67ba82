// The messages between the program and its workers.
import type { Alone, TriedAlone } from './alone.ts'
import type { Examination, Order } from './examine.ts'
import type { WatchedRun } from './watched-run.ts'

export type Job = { id: number } & (
  | { do: 'examine'; order: Order }
  | { do: 'alone'; alone: Alone }
  | { do: 'reference'; seed: number; budget: number | null }
)

/** A run of the suite against a target without a defect. */
export type Reference = { budget: number | null; run: WatchedRun; cpuMs: number }

export type Answer = { id: number } & (
  { examination: Examination } | { tried: TriedAlone } | { reference: Reference } | { failed: string }
)

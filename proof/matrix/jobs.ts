// The messages between the program and its workers.
import type { Alone, TriedAlone } from './alone.ts'
import type { Examination, Order } from './examine.ts'
import type { Executed, ExecutedOrder } from '../generated/executed.ts'
import type { MutantOrder, TriedMutant } from '../generated/try-mutant.ts'
import type { WatchedRun } from './watched-run.ts'

export type Job = { id: number } & (
  | { do: 'examine'; order: Order }
  | { do: 'alone'; alone: Alone }
  | { do: 'reference'; seed: number; budget: number | null }
  | { do: 'executed'; order: ExecutedOrder }
  | { do: 'mutant'; order: MutantOrder }
)

/** A run of the suite against a target without a defect. */
export type Reference = { budget: number | null; run: WatchedRun; cpuMs: number }

/** `renew`: the worker is used up, as it loaded code with a mutant in it; the next job gets another one. */
export type Answer = { id: number; renew?: boolean } & (
  | { examination: Examination }
  | { tried: TriedAlone }
  | { reference: Reference }
  | { executed: Executed }
  | { mutant: TriedMutant }
  | { failed: string; late?: boolean }
)

// What the gate decides from.
import type { Run } from '../../reports/summary.ts'
import type { KnownFailures } from './known-failures.ts'
import type { Gating } from './rule-set.ts'

/** For each check and invariant, its rules. */
type Speaks = ReadonlyMap<string, ReadonlySet<string>>

export type GateInput = {
  run: Pick<Run, 'rules' | 'results' | 'checks' | 'findings' | 'causes' | 'judgedAgain'>
  /** False for a part of a run: the whole decides what it was kept from judging. */
  isWhole: boolean
  /** Whether the run came to its end: one that was cut short says of no entry that it is unused. */
  complete: boolean
  gating: Gating
  baseline: KnownFailures | null
  /** The date of the run, in UTC. */
  date: string
  speaks: Speaks
}

// The kill matrix as plain data: for every deliberate defect whether the suite killed it, how, and which other rules failed.
import type { MatrixFigures, Score } from '../../reports/matrix-figures.ts'
import type { PeerScores } from './peer-scores.ts'

type Kill = {
  /** The check or invariant that found the violation, and the check that was running. */
  by: string
  during: string | null
  /** `targeted`: the checks of the rule alone; `tls`: the same over TLS; `whole`: the whole suite. */
  stage: 'targeted' | 'tls' | 'whole'
  /** Requests sent in that run when the finding came. */
  requests: number
  /** How an order was led to the breach, where the model of an order showed it: its steps by name. */
  reproducer?: string
}

type Collateral = {
  rule: string
  by: string
  /** Why it fails too; null without a reason. */
  because: string | null
}

export type DefectRow = MatrixFigures['defects'][number] & {
  breaks: string
  /** The mutation operator that built it; older files do not say. */
  operator?: string
  kill: Kill | null
  /**
   * Requests of a run of the whole suite when the finding comes: measured, or an upper bound; null where unknown. Of a run that went to
   * its end without the finding `requests` is null.
   */
  whole_suite: { requests: number | null; measured: boolean } | null
  /** Whether the whole suite catches it within a budget: measured in a run of that budget, or worked out. */
  budgets: { budget: number; killed: boolean; measured: boolean }[]
  /** `whole`: all checks ran to their end; otherwise what the targeted checks and the invariants saw. */
  collateral: { scope: 'targeted' | 'whole'; rules: Collateral[] }
  /** By random plans alone; null where they were not run. */
  random_plans: { requests: number | null } | null
  /** The shortest plan found that shows it, and the requests it took to find; null where none was looked for, or found. */
  shortened: { steps: number; requests: number } | null
  /** Why it survives, could not be judged or was not run. */
  reason: string | null
  cost: { requests: number; cpu_ms: number; ms: number }
  /** What another tool made of it, by its name. */
  peers: Record<string, { killed: boolean }>
}

/** A group of defects. */
export type Tally = { name: string; killed: number; of: number }

type MergedPart = { index: number; started_at: string; duration_ms: number; cpu_ms: number; workers: number }

export type KillMatrix = Omit<MatrixFigures, 'defects' | 'scores'> & {
  duration_ms: number
  cpu_ms: number
  workers: number
  /** What was looked at: everything, or a part of it. */
  selection: { defects: number; of: number; how: string }
  /** The runs of the suite against the simulator without a defect, by budget. */
  references: { budget: number | null; requests: number; findings: string[]; cpu_ms: number }[]
  /** By the area of the violated rule, and by the operator; older files do not have it. */
  tallies?: { areas: Tally[]; operators: Tally[] }
  scores: { how: string; whole_suite: Score[]; random_plans: Score[] }
  /** Of the defects measured at a budget, for how many what was worked out differs, and in which direction. */
  estimate: { compared: number; too_good: number; too_bad: number }
  /** Checks that found nothing wrong with any defect; null where only a part of the defects was looked at. */
  vacuous: string[] | null
  /** Defects that survived at first, or had unexplained collateral, and were as they should be when rerun. */
  settled_by_rerun: string[]
  /** Checks that come after others which catch the same, with a defect for which they fail when run alone; null likewise. */
  alone: { check: string; defect: string }[] | null
  /** Testable rules without a defect. */
  gaps: string[]
  /** What other tools killed, as it was last measured. */
  peers?: PeerScores
  /** The part that this is of a matrix that several machines share; it has what the parts are joined from besides. */
  shard?: { index: number; of: number }
  /** The parts that this was joined from. */
  merged?: MergedPart[]
  defects: DefectRow[]
}

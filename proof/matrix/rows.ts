// From what the examinations found to the rows and scores of the matrix.
import type { Score } from '../../reports/matrix-figures.ts'
import type { DefectRow, KillMatrix } from '../report/kill-matrix.ts'
import { isMissedWhole } from '../report/kill-matrix-text.ts'
import type { Baseline } from './baseline.ts'
import type { Explain } from './collateral.ts'
import { seeking, type Examination, type Examined } from './examine.ts'
import type { Defect } from './injected.ts'
import { atBudgets, killOf, placeOfKill, randomOf, type Finder } from './whole-suite.ts'

/** Requests; a run without a budget comes besides. */
export const budgets = [200, 600, 1500] as const

type RowContext = { baseline: Baseline; explain: Explain; finder: Finder | null }

const sameWords = 'It says the same in other words: the defect names it.'

export const collateralOf = ({ id, breaks, also = [] }: Defect, stages: readonly Examined[], explain: Explain) => {
  const whole = stages.find(({ stage, outcome }) => stage === 'whole' && outcome === 'complete')
  const looked = whole ? [whole] : stages.filter(({ stage }) => seeking.includes(stage))
  const first = new Map(looked.flatMap(({ also }) => also).map(({ rule, by }) => [rule, by]))
  const rules = [...first].map(([rule, by]) => ({
    rule,
    by,
    because: also.includes(rule) ? sameWords : explain({ defect: id, breaks, also: rule }),
  }))
  return { scope: whole ? ('whole' as const) : ('targeted' as const), rules }
}

const reasonOf = (id: string, stages: readonly Examined[], { survivors }: Baseline): string | null =>
  survivors[id] ?? stages.find(({ reason }) => reason !== null)?.reason ?? null

export const rowOf = (defect: Defect, { stages, cpuMs }: Examination, context: RowContext): DefectRow => {
  const { baseline, explain, finder } = context
  const kill = killOf(stages)
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    id: defect.id,
    breaks: defect.breaks,
    bug: defect.bug,
    ...(defect.operator !== undefined && { operator: defect.operator }),
    verdict: kill ? 'killed' : 'survived',
    kill,
    whole_suite: placeOfKill(stages, finder),
    budgets: atBudgets(stages, finder),
    collateral: collateralOf(defect, stages, explain),
    random_plans: randomOf(stages),
    shortened: stages.find(({ stage }) => stage === 'shortened')?.shortened ?? null,
    reason: kill ? null : reasonOf(defect.id, stages, baseline),
    cost: {
      requests: sum(stages.map(({ requests }) => requests)),
      cpu_ms: cpuMs,
      ms: sum(stages.map(({ ms }) => ms)),
    },
    peers: {},
  }
}

const rowWithoutLook = (
  { id, breaks, bug, operator }: Defect,
  verdict: DefectRow['verdict'],
  reason: string,
): DefectRow => ({
  id,
  breaks,
  bug,
  ...(operator !== undefined && { operator }),
  verdict,
  kill: null,
  whole_suite: null,
  budgets: [],
  collateral: { scope: 'targeted', rules: [] },
  random_plans: null,
  shortened: null,
  reason,
  cost: { requests: 0, cpu_ms: 0, ms: 0 },
  peers: {},
})

/** A defect whose examination came to nothing. */
export const untestedRow = (defect: Defect, why: string): DefectRow =>
  rowWithoutLook(defect, 'inconclusive', why.split('\n')[0]!)

/** A defect that the run did not come to. */
export const notRunRow = (defect: Defect): DefectRow =>
  rowWithoutLook(defect, 'not-run', 'the run was interrupted before it')

export const wholeSuiteScores = (rows: readonly DefectRow[], finder: Finder | null): Score[] => [
  ...(finder?.budgets ?? [])
    .filter((budget) => budget !== null)
    .toSorted((a, b) => a - b)
    .map((budget) => ({
      budget,
      killed: rows.filter((row) => row.budgets.some((one) => one.budget === budget && one.killed)).length,
      of: rows.length,
    })),
  { budget: null, killed: rows.filter((row) => row.kill !== null && !isMissedWhole(row)).length, of: rows.length },
]

export const randomPlanScores = (rows: readonly DefectRow[]): Score[] => {
  const tried = rows.flatMap(({ random_plans }) => (random_plans === null ? [] : [random_plans.requests]))
  if (tried.length === 0) return []
  return [...budgets, null].map((budget) => ({
    budget,
    killed: tried.filter((requests) => requests !== null && requests <= (budget ?? Infinity)).length,
    of: tried.length,
  }))
}

export const summaryOf = (rows: readonly DefectRow[]): KillMatrix['summary'] => {
  const count = (verdict: DefectRow['verdict']) => rows.filter((row) => row.verdict === verdict).length
  return {
    killed: count('killed'),
    survived: count('survived'),
    inconclusive: count('inconclusive'),
    not_run: count('not-run'),
  }
}

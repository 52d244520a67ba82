// Whether the whole suite finds a defect within a budget, and after how many requests: measured, or worked out from runs
// of it without a defect.
import type { DefectRow, KillMatrix } from '../report/kill-matrix.ts'
import { seeking, type Examined } from './examine.ts'
import type { Reference } from './jobs.ts'
import type { Found, WatchedRun } from './watched-run.ts'

export type Finder = {
  /** The request of a run of that budget in which it comes; null where it does not come. */
  place(found: Found, budget: number | null): number | null
  /** The budgets there was a run for. */
  budgets: (number | null)[]
}

/**
 * A check has found what it finds when it is over. An invariant finds it in the same request of the same source, or in an
 * earlier one that the targeted run did not send.
 */
const placeIn = ({ sources, checks }: WatchedRun): ((found: Found) => number | null) => {
  const places = new Map<string, number[]>()
  for (const [index, source] of sources.entries()) places.set(source, [...(places.get(source) ?? []), index + 1])
  return ({ by, source, nth, during }) => {
    const over = checks[by]
    if (over) return over.verdict === 'not-tested' ? null : over.at
    const own = places.get(source ?? '') ?? []
    return own[nth - 1] ?? own.at(-1) ?? checks[during ?? '']?.at ?? null
  }
}

/** Null without a run that had no budget. */
export const createFinder = (references: readonly Reference[]): Finder | null => {
  const byBudget = new Map(references.map(({ budget, run }) => [budget, placeIn(run)]))
  if (!byBudget.has(null)) return null
  return { place: (found, budget) => byBudget.get(budget)?.(found) ?? null, budgets: [...byBudget.keys()] }
}

const ofStage = (stages: readonly Examined[], wanted: Examined['stage'], budget: number | null = null) =>
  stages.find((one) => one.stage === wanted && one.budget === budget)

const firstCaught = (stages: readonly Examined[]): Found | null =>
  stages.find(({ stage, caught }) => seeking.includes(stage) && caught !== null)?.caught ?? null

/** The finding that a run of the whole suite would come to as well. */
const repeatable = (stages: readonly Examined[]): Found | null =>
  stages.find(({ stage, caught }) => stage === 'targeted' && caught !== null)?.caught ?? null

export const placeOfKill = (stages: readonly Examined[], finder: Finder | null): DefectRow['whole_suite'] => {
  const whole = ofStage(stages, 'whole')
  if (whole?.caught || whole?.outcome === 'complete')
    return { requests: whole.caught?.requests ?? null, measured: true }
  const found = repeatable(stages)
  const requests = found && finder ? finder.place(found, null) : null
  return requests === null ? null : { requests, measured: false }
}

export const atBudgets = (stages: readonly Examined[], finder: Finder | null): DefectRow['budgets'] => {
  const found = repeatable(stages) ?? ofStage(stages, 'whole')?.caught ?? null
  const numbers = (finder?.budgets ?? []).filter((budget) => budget !== null).toSorted((a, b) => a - b)
  return numbers.map((budget) => {
    const run = ofStage(stages, 'budget', budget)
    if (run) return { budget, killed: run.caught !== null, measured: true }
    return { budget, killed: found !== null && finder!.place(found, budget) !== null, measured: false }
  })
}

/** What was worked out against what was measured, where there is both. */
export const compareEstimates = (
  examined: readonly (readonly Examined[])[],
  finder: Finder | null,
): KillMatrix['estimate'] => {
  const rows = examined.flatMap((stages) => {
    const found = repeatable(stages)
    if (!found || !finder) return []
    return stages
      .filter(({ stage }) => stage === 'budget')
      .map(({ budget, caught }) => ({ worked: finder.place(found, budget) !== null, measured: caught !== null }))
  })
  return {
    compared: rows.length,
    too_good: rows.filter(({ worked, measured }) => worked && !measured).length,
    too_bad: rows.filter(({ worked, measured }) => !worked && measured).length,
  }
}

export const killOf = (stages: readonly Examined[]): DefectRow['kill'] => {
  const found = firstCaught(stages)
  const { stage, reproducer } = stages.find(({ caught }) => caught !== null && caught === found) ?? {}
  if (!found || (stage !== 'targeted' && stage !== 'tls' && stage !== 'whole')) return null
  return { by: found.by, during: found.during, stage, requests: found.requests, ...(reproducer && { reproducer }) }
}

/** Null where random plans were not run alone. */
export const randomOf = (stages: readonly Examined[]): DefectRow['random_plans'] => {
  const run = stages.find(({ stage }) => stage === 'random')
  return run ? { requests: run.caught?.requests ?? null } : null
}

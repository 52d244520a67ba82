// What each mutant is tried with: the conditions under which it is executed, the checks that come across it, its limit.
import type { Check } from '../../conformance/kit/check.ts'
import type { Costs } from '../../conformance/run/costs.ts'
import { createChooser, isExecuted, type ChooseChecks } from './choose-checks.ts'
import type { Executed } from './executed.ts'
import type { Mutant } from './mutant.ts'
import type { MutantOrder } from './try-mutant.ts'

export type Trial = { mutant: Mutant; executed: Executed; order: MutantOrder }

type PlanTrials = (mutant: Mutant) => Trial | null

type Ground = { executed: Executed; choose: ChooseChecks; once: Set<string>; notPassing: string[] }

/** Code that runs this many times more often than in a clean run counts as endless. */
const patience = { factor: 100, least: 100_000 }

export const hitLimitOf = ({ number }: Mutant, { hits }: Executed): number =>
  patience.least + patience.factor * hits[number]!

/** Null for a mutant that no clean run executes. */
export const createPlanner = (
  checks: readonly Check[],
  costs: Costs,
  runs: readonly Executed[],
  { folder, mutants, seed }: { folder: string; mutants: readonly Mutant[]; seed: number },
): PlanTrials => {
  const grounds = runs.map((executed): Ground => ({
    executed,
    choose: createChooser(checks, costs, executed, mutants),
    once: new Set(executed.once),
    notPassing: Object.entries(executed.verdicts).flatMap(([id, verdict]) => (verdict === 'pass' ? [] : [id])),
  }))
  return (mutant) => {
    const ground = grounds.find(({ executed }) => isExecuted(mutant.number, executed))
    if (!ground) return null
    const { executed, choose, once, notPassing } = ground
    const order = {
      number: mutant.number,
      folder,
      conditions: executed.conditions,
      seed,
      checks: choose(mutant).map(({ id }) => id),
      notPassing,
      falseAlarms: executed.falseAlarms,
      hitLimit: hitLimitOf(mutant, executed),
      fresh: once.has(mutant.number),
    }
    return { mutant, executed, order }
  }
}

/** The same with every check in the order of a run: what one leaves behind may be what another needs to see it. */
export const withWholeSuite = ({ order, ...trial }: Trial, checks: readonly Check[]): Trial => ({
  ...trial,
  order: { ...order, checks: checks.map(({ id }) => id) },
})

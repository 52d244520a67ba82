// Which checks can show a mutant, the cheapest first: those whose requests execute it, and those that look back on the run.
import { memoizeByObject } from '../../conformance/contract/memoize-by-object.ts'
import type { Check } from '../../conformance/kit/check.ts'
import { costOfCheck, scenariosOf, type Costs } from '../../conformance/run/costs.ts'
import { groupBy } from '../../reports/group-by.ts'
import { areaOf } from '../matrix/choose-checks.ts'
import { atStart, type Executed } from './executed.ts'
import type { Mutant } from './mutant.ts'

/** A check, and the scenarios that it asked for, those that they asked for in turn included. */
const sourcesOf = (id: string, { asked }: Executed): Set<string> => {
  const sources = new Set([id])
  for (const source of sources) for (const scenario of asked[source] ?? []) sources.add(scenario)
  return sources
}

const requestsOf = (costs: Costs, id: string): number =>
  [costOfCheck(costs, id), ...[...scenariosOf(costs, id)].map((one) => costs.scenarios[one])].reduce(
    (sum, cost) => sum + (cost?.requests ?? 0),
    0,
  )

/** Whether a run without a mutant executes it at all. */
export const isExecuted = (number: string, { hits }: Pick<Executed, 'hits'>): boolean => hits[number] !== undefined

export type ChooseChecks = (mutant: Mutant) => Check[]

/**
 * What is executed at the start, at the preflight or on the side may show in any check. What looks back on the run comes
 * last, and random plans after that.
 */
export const createChooser = (
  all: readonly Check[],
  costs: Costs,
  executed: Executed,
  mutants: readonly Mutant[],
): ChooseChecks => {
  const sets = new Map(Object.entries(executed.sources).map(([source, numbers]) => [source, new Set(numbers)]))
  const named = new Map(all.map(({ id }) => [id, [...sourcesOf(id, executed)]]))
  const known = new Set([...named.values()].flat())
  const elsewhere = [...sets].filter(([source]) => source === atStart || !known.has(source)).map(([, set]) => set)
  const rank = ({ id, phase }: Check): number => (areaOf(id) === 'random' ? 2 : phase === 'last' ? 1 : 0)
  const cost = new Map(all.map(({ id }) => [id, requestsOf(costs, id)]))
  const ordered = all.toSorted((a, b) => rank(a) - rank(b) || cost.get(a.id)! - cost.get(b.id)!)
  const once = new Set(executed.once)
  const executes = (id: string, number: string): boolean =>
    named.get(id)!.some((source) => sets.get(source)?.has(number))
  const ofFile = groupBy(mutants, ({ file }) => file)
  const executing = memoizeByObject(
    (those: readonly Mutant[]) =>
      new Set(all.flatMap(({ id }) => (those.some(({ number }) => executes(id, number)) ? [id] : []))),
  )
  return (mutant) => {
    // A file is loaded by the first check that needs it, and what it defines is called by others.
    const callers = once.has(mutant.number) ? executing(ofFile.get(mutant.file) ?? []) : null
    const covers = (id: string): boolean => callers?.has(id) ?? executes(id, mutant.number)
    if (elsewhere.some((set) => set.has(mutant.number))) {
      // Checks that execute it more than once are more likely.
      return [
        ...ordered.filter(({ id, phase }) => covers(id) && phase !== 'last' && areaOf(id) !== 'random'),
        ...ordered.filter(({ id, phase }) => !(covers(id) && phase !== 'last' && areaOf(id) !== 'random')),
      ]
    }
    return ordered.filter(({ id, phase }) => phase === 'last' || covers(id))
  }
}

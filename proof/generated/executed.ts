// Which mutants a clean run executes, by the check or scenario that sends the request: what a mutant is tried with.
import type { Check } from '../../conformance/kit/check.ts'
import { watchRun } from '../matrix/watched-run.ts'
import { startCpuTime } from '../matrix/cpu-time.ts'
import type { Conditions, Stack } from './stack.ts'
import { activate, takeExecuted } from './switch.ts'

/** `runs`: two show what is kept in memory; after one it is taken that everything is. */
export type ExecutedOrder = { folder: string; conditions: Conditions; seed: number; runs: number }

/** Mutants by their number in the build. */
export type Executed = {
  conditions: Conditions
  /** For each check and scenario what its requests executed; `start` for what happened before the first request. */
  sources: Record<string, string[]>
  /** For each check and scenario the scenarios that it asked for. */
  asked: Record<string, string[]>
  /** Executed as the code was loaded, or kept in memory from then on: each of these is tried in a process of its own. */
  once: string[]
  /** How often at most in one run. */
  hits: Record<string, number>
  verdicts: Record<string, string>
  /** Rules that were violated without a mutant. */
  falseAlarms: string[]
  outcome: string
  cpuMs: number
}

export const atStart = 'start'

type Recorded = Pick<Executed, 'asked' | 'verdicts' | 'falseAlarms' | 'outcome'> & {
  bySource: Map<string, Map<string, number>>
}

const record = async (
  stack: Stack,
  checks: readonly Check[],
  { folder, conditions, seed }: ExecutedOrder,
): Promise<Recorded> => {
  const bySource = new Map<string, Map<string, number>>()
  const asked = new Map<string, Set<string>>()
  const credit = (source: string): void => {
    const counts = bySource.get(source) ?? new Map<string, number>()
    for (const [number, times] of takeExecuted()) counts.set(number, (counts.get(number) ?? 0) + times)
    bySource.set(source, counts)
  }
  takeExecuted()
  const started = await stack.start(folder, conditions)
  credit(atStart)
  try {
    const run = await watchRun({
      started,
      checks,
      seed,
      watch: (event) => {
        if (event.type === 'exchange') credit(event.exchange.source)
        if (event.type === 'check-finished') credit(event.check)
        if (event.type === 'scenario-shared')
          asked.set(event.by, (asked.get(event.by) ?? new Set()).add(`scenario.${event.scenario}`))
      },
    })
    return {
      bySource,
      asked: Object.fromEntries([...asked].map(([by, scenarios]) => [by, [...scenarios]])),
      verdicts: Object.fromEntries(Object.entries(run.checks).map(([id, { verdict }]) => [id, verdict])),
      falseAlarms: [...new Set(run.found.map(({ rule }) => rule))],
      outcome: run.outcome,
    }
  } finally {
    await started.stop()
  }
}

const allOf = ({ bySource }: Recorded): Map<string, number> => {
  const all = new Map<string, number>()
  for (const counts of bySource.values())
    for (const [number, times] of counts) all.set(number, (all.get(number) ?? 0) + times)
  return all
}

/** What only the first of two runs executes is kept in memory. Needs a process that has not loaded the code. */
export const recordExecuted = async (
  stack: Stack,
  checks: readonly Check[],
  order: ExecutedOrder,
): Promise<Executed> => {
  const cpuTime = startCpuTime()
  activate(null)
  const runs: Recorded[] = []
  for (let run = 0; run < order.runs; run += 1) runs.push(await record(stack, checks, order))
  const later = new Set(runs.slice(1).flatMap((run) => [...allOf(run).keys()]))
  const all = new Map(runs.flatMap((run) => [...allOf(run)]))
  const names = new Set(runs.flatMap(({ bySource }) => [...bySource.keys()]))
  const executedBy = (source: string): string[] => [
    ...new Set(runs.flatMap(({ bySource }) => [...(bySource.get(source)?.keys() ?? [])])),
  ]
  const last = runs.at(-1)!
  return {
    conditions: order.conditions,
    sources: Object.fromEntries([...names].map((source) => [source, executedBy(source)])),
    asked: last.asked,
    once: [...all.keys()].filter((number) => !later.has(number)),
    hits: Object.fromEntries(all),
    verdicts: last.verdicts,
    falseAlarms: [...new Set(runs.flatMap(({ falseAlarms }) => falseAlarms))],
    outcome: last.outcome,
    cpuMs: cpuTime(),
  }
}

// One mutant under trial: the checks chosen for it run against a target that carries it, until one of them shows it.
import type { Check } from '../../conformance/kit/check.ts'
import { startCpuTime } from '../matrix/cpu-time.ts'
import { watchRun, type WatchedRun } from '../matrix/watched-run.ts'
import type { Conditions, Stack } from './stack.ts'
import { activate, ranAway } from './switch.ts'

export type MutantOrder = {
  /** The mutant's number in the build that stands in the folder. */
  number: string
  folder: string
  conditions: Conditions
  seed: number
  /** The ids of checks, in the order in which they run. */
  checks: string[]
  /** Those of them that do not pass without a mutant either. */
  notPassing: string[]
  /** Rules that are violated without a mutant. */
  falseAlarms: string[]
  /** How often it may be executed. */
  hitLimit: number
  /** Whether it needs a process that has not loaded the code. */
  fresh: boolean
}

/**
 * `killed`: a rule was violated. `refused`: the target did not start, or not again, or the preflight found that it cannot be judged.
 * `blocked`: checks that pass without it could not judge, so that the run is not green. `endless`: executed without end.
 */
type MutantOutcome = 'killed' | 'refused' | 'blocked' | 'endless' | 'survived'

export type TriedMutant = {
  number: string
  conditions: Conditions
  outcome: MutantOutcome
  /** The rule that was violated first, and the check or invariant that found it. */
  rule: string | null
  by: string | null
  /** The check that ran when it showed. */
  during: string | null
  reason: string | null
  requests: number
  cpuMs: number
  ms: number
}

/** After this many checks without a verdict the trial ends: each may have waited for something that never comes. */
const enoughBlocked = 10

const blockedIn = (run: WatchedRun, { notPassing }: MutantOrder): string[] =>
  Object.entries(run.checks)
    .filter(([id, { verdict }]) => !['pass', 'fail', 'not-applicable'].includes(verdict) && !notPassing.includes(id))
    .map(([id]) => id)

type Shown = Pick<TriedMutant, 'outcome' | 'rule' | 'by' | 'during' | 'reason'>

const nothing: Shown = { outcome: 'survived', rule: null, by: null, during: null, reason: null }

export const tryMutant = async (stack: Stack, all: readonly Check[], order: MutantOrder): Promise<TriedMutant> => {
  const { number, folder, conditions, seed, falseAlarms, hitLimit } = order
  const cpuTime = startCpuTime()
  const began = performance.now()
  const byId = new Map(all.map((check) => [check.id, check]))
  let requests = 0

  const run = async (checks: readonly string[], active: string | null): Promise<WatchedRun | Shown> => {
    activate(active, hitLimit)
    try {
      const started = await stack.start(folder, conditions)
      let broken: unknown
      const between = (): Promise<void> => started.between!().catch((error: unknown) => void (broken ??= error))
      try {
        const watched = await watchRun({
          started: started.between ? { ...started, between } : started,
          checks: checks.flatMap((id) => byId.get(id) ?? []),
          seed,
          enough: (run) =>
            broken !== undefined ||
            run.found.some(({ rule }) => !falseAlarms.includes(rule)) ||
            blockedIn(run, order).length >= enoughBlocked,
        })
        requests += watched.requests
        if (broken !== undefined && watched.found.length === 0) throw broken as Error
        return watched
      } finally {
        await started.stop()
      }
    } catch (error) {
      return { ...nothing, outcome: 'refused', reason: `start: ${(error as Error).message.split('\n')[0]}` }
    }
  }

  const shownBy = async (): Promise<Shown> => {
    const watched = await run(order.checks, number)
    if ('rule' in watched) return watched
    const first = watched.found.find(({ rule }) => !falseAlarms.includes(rule))
    if (first) return { ...nothing, outcome: 'killed', rule: first.rule, by: first.by, during: first.during }
    if (ranAway()) return { ...nothing, outcome: 'endless', reason: 'executed far more often than without it' }
    if (watched.outcome === 'preflight-failed') return { ...nothing, outcome: 'refused', reason: watched.reason }
    const blocked = blockedIn(watched, order)
    if (blocked.length === 0) return nothing
    // A check that needs what others do may not judge in a selection, mutant or not. Code that was loaded with the mutant in it
    // is never clean again.
    const clean = order.fresh ? null : await run(Object.keys(watched.checks), null)
    const usual = clean === null ? [] : 'rule' in clean ? blocked : blockedIn(clean, order)
    const because = blocked.filter((id) => !usual.includes(id))
    if (because.length === 0) return nothing
    return { ...nothing, outcome: 'blocked', during: because[0]!, reason: `${because.join(', ')} could not judge` }
  }

  const shown = await shownBy()
  activate(null)
  return { number, conditions, ...shown, requests, cpuMs: cpuTime(), ms: Math.round(performance.now() - began) }
}

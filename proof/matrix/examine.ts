// One defect under examination: the checks of the rule it breaks first, over TLS where they ask for it, then the whole suite.
import type { Check } from '../../conformance/kit/check.ts'
import { measuredCosts } from '../../conformance/run/costs.ts'
import { areaOf, chooseChecks, type Aim } from './choose-checks.ts'
import { startCpuTime } from './cpu-time.ts'
import type { Defect, Injected, StartOptions } from './injected.ts'
import { knownReproducer } from './known-reproducer.ts'
import { watchRun, type Found, type WatchedRun } from './watched-run.ts'

export type Order = {
  defect: Defect
  seed: number
  /** The check that killed it before, and the steps of an order that showed it there. */
  hint?: string
  reproducer?: string
  /** `sought`: the whole suite only if nothing else kills it. `measured`: the whole suite to its end as well. */
  whole: 'sought' | 'measured'
  /** The whole suite within each of these budgets besides. */
  budgets: readonly number[]
  /** Random plans alone, N requests at most; 0 for none. */
  random: number
  /** Whether the plan that shows it is shortened besides, as reruns do it. */
  shorten: boolean
}

type Stage = 'targeted' | 'tls' | 'whole' | 'budget' | 'random' | 'shortened'

/** The result of one run; `caught` is the first finding for the rule that the defect breaks. */
export type Examined = {
  stage: Stage
  budget: number | null
  caught: Found | null
  /** Every other rule that went red, with the first that found it. */
  also: Found[]
  /** The checks and invariants that found anything. */
  finders: string[]
  /** The verdict of each check that ran. */
  verdicts: Record<string, string>
  outcome: string
  reason: string | null
  /** The steps of an order that showed it; null where it took none. */
  reproducer: string | null
  shortened: WatchedRun['shortened']
  requests: number
  ms: number
}

export type Examination = { defect: string; stages: Examined[]; cpuMs: number }

const firstOfEach = (found: readonly Found[]): Found[] => [
  ...new Map(found.toReversed().map((one) => [one.rule, one])).values(),
]

const examinedBy = (stage: Stage, budget: number | null, run: WatchedRun, rule: string): Examined => ({
  stage,
  budget,
  caught: run.found.find((found) => found.rule === rule) ?? null,
  also: firstOfEach(run.found.filter((found) => found.rule !== rule)).toSorted((a, b) => a.requests - b.requests),
  finders: [...new Set(run.found.map(({ by }) => by))].toSorted(),
  verdicts: Object.fromEntries(Object.entries(run.checks).map(([id, { verdict }]) => [id, verdict])),
  outcome: run.outcome,
  reason: run.reason,
  reproducer: run.reproducer,
  shortened: run.shortened,
  requests: run.requests,
  ms: run.ms,
})

/** Loopback HTTP stands in for TLS, so that rules about TLS need a run over it. */
const needsTls = (examined: readonly Examined[], { verified }: Aim): boolean =>
  verified && examined.some(({ verdicts }) => Object.values(verdicts).includes('not-applicable'))

/** The stages that look for the defect, as against those that measure. */
export const seeking: readonly Stage[] = ['targeted', 'tls', 'whole']

const isAimed = (stage: Stage): boolean => stage === 'targeted' || stage === 'tls'

type Plan = {
  stage: Stage
  checks: readonly Check[]
  start?: StartOptions
  budget?: number
  toItsEnd?: boolean
  shorten?: string
}

export const examine = async ({ start }: Injected, all: readonly Check[], order: Order): Promise<Examination> => {
  const { defect, seed, hint, reproducer, whole, budgets, random, shorten } = order
  const aim = chooseChecks(all, measuredCosts(), defect.breaks, hint)
  const known = knownReproducer(reproducer)
  const cpuTime = startCpuTime()
  const enough = (run: WatchedRun) => run.found.some(({ rule }) => rule === defect.breaks)

  const run = async ({ stage, checks, start: options, budget, toItsEnd = false, shorten }: Plan): Promise<Examined> => {
    const started = await start({ defect: defect.id, ...options })
    try {
      const watched = await watchRun({
        started,
        checks,
        seed,
        budget,
        shorten,
        vouched: isAimed(stage),
        ...(!toItsEnd && { enough }),
        ...(!toItsEnd &&
          stage !== 'budget' && { focus: { rule: defect.breaks, reproducer: isAimed(stage) ? known : null } }),
      })
      return examinedBy(stage, budget ?? null, watched, defect.breaks)
    } finally {
      await started.stop()
    }
  }

  const stages: Examined[] = []
  const isCaught = () => stages.some(({ caught }) => caught !== null)
  for (const { checks, toItsEnd } of aim.groups)
    if (!isCaught()) stages.push(await run({ stage: 'targeted', checks, toItsEnd }))
  if (!isCaught() && needsTls(stages, aim))
    stages.push(await run({ stage: 'tls', checks: aim.groups.flatMap(({ checks }) => checks), start: { tls: true } }))
  if (whole === 'measured' || !isCaught())
    stages.push(await run({ stage: 'whole', checks: all, toItsEnd: whole === 'measured' }))
  for (const budget of budgets) stages.push(await run({ stage: 'budget', checks: all, budget }))
  const plans = all.filter(({ id }) => areaOf(id) === 'random')
  if (random > 0) stages.push(await run({ stage: 'random', checks: plans, budget: random }))
  const under = stages.find(({ caught }) => caught !== null)?.caught?.during
  if (shorten && under) {
    const checks = all.filter(({ id }) => id === under)
    stages.push(await run({ stage: 'shortened', checks, toItsEnd: true, shorten: defect.breaks }))
  }
  return { defect: defect.id, stages, cpuMs: cpuTime() }
}

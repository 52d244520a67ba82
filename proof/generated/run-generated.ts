// The suite against generated mutants of the target's own code: clean runs first, then each mutant until a check shows it.
import { mutantRates, mutantsFormat, mutantsVersion } from '../report/mutants-report.ts'
import type { MutantRow, MutantsReport, MutantVerdict } from '../report/mutants-report.ts'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { selectChecks } from '../../conformance/run/select-checks.ts'
import { measuredCosts } from '../../conformance/run/costs.ts'
import type { ShardName } from '../../conformance/run/shard.ts'
import { suite } from '../../conformance/run/suite.ts'
import type { Injected } from '../matrix/injected.ts'
import { buildMutants } from './build.ts'
import { createClassification, readClassified, readOutside, withinFrame } from './classified.ts'
import { cleanRow } from './clean-row.ts'
import { createEntered } from './entered.ts'
import type { Executed } from './executed.ts'
import { openKept, suiteFingerprint } from './kept.ts'
import { createPlanner, withWholeSuite, type Trial } from './plan-trials.ts'
import { inWords, isTriedAgain, recordCleanRuns, stages, suiteSeed } from './record-clean-runs.ts'
import { rowOf } from './mutant-rows.ts'
import { selectMutants, type MutantSelection } from './select-mutants.ts'
import { tryAll, type Came } from './try-all.ts'
import type { Mutant } from './mutant.ts'
import type { Conditions } from './stack.ts'

type GeneratedOptions = {
  asked: MutantSelection
  workers: number
  /** Whether those that are classified are tried as well. */
  classified: boolean
  /** Whether answers of an earlier run of the very same code are taken. */
  resume: boolean
  shard?: ShardName
  signal: AbortSignal
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Every nth of them, so that a part has its share of every file. */
const partOf = (mutants: readonly Mutant[], shard: ShardName | undefined): Mutant[] =>
  mutants.filter((_, at) => !shard || at % shard.of === shard.index - 1)

/** @throws CodedError no_mutation_engine, no_source_maps, no_stack, unknown_mutant, unknown_area */
export const runGenerated = async (injected: Injected, options: GeneratedOptions): Promise<MutantsReport> => {
  const { asked, workers, shard, signal } = options
  const startedAt = Date.now()
  const { stack } = injected
  if (!stack) throw new CodedError('no_stack', 'This program has no code of the target to mutate.', exitCodes.usage)
  const build = await buildMutants(stack, startedAt)
  const { within, stale } = withinFrame(build.mutants, readOutside())
  const selected = selectMutants(asked.mutant.length > 0 ? build.mutants : within, asked)
  const mutants = partOf(selected.mutants, shard)
  const classification = createClassification(readClassified())
  const checks = selectChecks(await loadChecks(), { only: [], areas: [] })
  const fingerprint = suiteFingerprint()
  const kept = openKept(build.directory, fingerprint)
  say(`${mutants.length} of ${within.length} mutants, ${workers} workers`)
  const nameOf = (number: string, conditions: Conditions): string => `${number} ${inWords(conditions)}`
  const before = new Map(options.resume ? kept.tried().map((one) => [nameOf(one.number, one.conditions), one]) : [])
  const rows = new Map<Mutant, MutantRow>()
  const clean: Executed[] = []
  const planUnder = (runs: readonly Executed[]) =>
    createPlanner(checks, measuredCosts(), runs, { ...build, seed: suiteSeed })
  const survivors = () => mutants.filter((mutant) => rows.get(mutant)?.verdict === 'survived')
  const keep = ({ mutant, executed }: Trial, came: Came | { verdict: MutantVerdict }): void => {
    const under = inWords(executed.conditions)
    rows.set(mutant, rowOf(mutant, { under, classified: classification.of(mutant, true), ...came }))
  }
  const onCame = (trial: Trial, came: Came): void => {
    if ('tried' in came) kept.keepTried(came.tried)
    keep(trial, came)
  }
  for (const stage of stages) {
    const open = mutants.filter(
      (mutant) => !rows.has(mutant) && (options.classified || classification.of(mutant, false) === null),
    )
    const { isDefined, isEntered } = createEntered(build.mutants, clean[0] ?? { hits: {}, once: [] })
    const wanted = stage.filter(
      (conditions) =>
        open.length > 0 || survivors().some((mutant) => isDefined(mutant) || isTriedAgain(mutant, conditions)),
    )
    if (wanted.length === 0 || signal.aborted) break
    const recording = { workers, signal, say }
    const recorded = await recordCleanRuns(injected, { build, kept }, wanted, recording)
    clean.push(...recorded)
    const plan = planUnder(recorded)
    const again = recorded.flatMap((run) => {
      const those = survivors().filter((mutant) => isTriedAgain(mutant, run.conditions) || isEntered(mutant, run))
      const planAgain = planUnder([run])
      return those.flatMap((mutant) => planAgain(mutant) ?? [])
    })
    const trials: Trial[] = []
    for (const trial of [...open.flatMap((mutant) => plan(mutant) ?? []), ...again]) {
      const tried = before.get(nameOf(trial.mutant.number, trial.order.conditions))
      if (classification.of(trial.mutant, true) && !options.classified) keep(trial, { verdict: 'not-tried' })
      else if (tried) keep(trial, { tried })
      else trials.push(trial)
    }
    await tryAll(injected, trials, { workers, signal, onCame })
  }
  // What a few checks did not show is shown to all of them.
  const plain = clean.slice(0, 1)
  const planPlain = planUnder(plain)
  const last = survivors().flatMap((mutant) => planPlain(mutant) ?? [])
  const whole = last.map((trial) => withWholeSuite(trial, checks))
  await tryAll(injected, whole, { workers, signal, onCame })
  const verdict = signal.aborted || clean.length === 0 ? 'not-run' : 'not-executed'
  const all = mutants.map(
    (mutant) =>
      rows.get(mutant) ?? rowOf(mutant, { under: null, classified: classification.of(mutant, false), verdict }),
  )
  return {
    format: mutantsFormat,
    version: mutantsVersion,
    suite: suite(),
    fingerprint: `${build.fingerprint}-${fingerprint}`,
    seed: asked.seed,
    started_at: new Date(startedAt).toISOString(),
    duration_ms: Date.now() - startedAt,
    cpu_ms: all.reduce((sum, { cost }) => sum + cost.cpu_ms, 0),
    workers,
    selection: {
      mutants: mutants.length,
      of: within.length,
      outside: build.mutants.length - within.length,
      how: selected.how,
    },
    clean: await Promise.all(clean.map((run) => cleanRow(run, stack))),
    rates: mutantRates(all),
    stale: [...stale, ...classification.stale(build.mutants)],
    mutants: all,
    ...(shard && { shard: { ...shard, outcome: signal.aborted ? 'interrupted' : 'complete' } }),
  }
}

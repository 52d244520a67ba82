// The suite against generated mutants of the target's own code: clean runs first, then each mutant until a check shows it.
import { mutantRates, mutantsFormat, mutantsVersion } from '../../../reports/mutants-report.ts'
import type { MutantRow, MutantsReport } from '../../../reports/mutants-report.ts'
import { CodedError, exitCodes } from '../../contract/coded-error.ts'
import { loadChecks } from '../../checks/load-checks.ts'
import { selectChecks } from '../../run/select-checks.ts'
import { measuredCosts } from '../../run/costs.ts'
import type { ShardName } from '../../run/shard.ts'
import { suite } from '../../run/suite.ts'
import type { Injected } from '../injected.ts'
import type { Answer, Job } from '../jobs.ts'
import { runJobs } from '../pool.ts'
import { createProgress } from '../progress.ts'
import { buildMutants } from './build.ts'
import { createClassification, readClassified } from './classified.ts'
import type { Executed } from './executed.ts'
import { openKept, suiteFingerprint } from './kept.ts'
import { createPlanner, type Trial } from './plan-trials.ts'
import { inWords, recordCleanRuns } from './record-clean-runs.ts'
import { rowOf, type Came } from './mutant-rows.ts'
import { selectMutants, type MutantSelection } from './select-mutants.ts'
import type { Mutant } from './mutant.ts'

export type GeneratedOptions = {
  asked: MutantSelection
  workers: number
  /** Whether those that are classified are tried as well. */
  classified: boolean
  /** Whether answers of an earlier run of the very same code are taken. */
  resume: boolean
  shard?: ShardName
  signal: AbortSignal
}

const limitMs = 300_000

/** Of the suite's own choices, whichever mutants are drawn: what is executed is recorded once for all samples. */
const suiteSeed = 1

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Every nth of them, so that a part has its share of every file. */
const partOf = (mutants: readonly Mutant[], shard: ShardName | undefined): Mutant[] =>
  mutants.filter((_, at) => !shard || at % shard.of === shard.index - 1)

const cleanRow = ({ conditions, outcome, falseAlarms, hits, cpuMs }: Executed): MutantsReport['clean'][number] => ({
  under: inWords(conditions),
  outcome,
  false_alarms: falseAlarms,
  executed: Object.keys(hits).length,
  cpu_ms: cpuMs,
})

/** @throws CodedError no_mutation_engine, no_source_maps, no_stack, unknown_mutant, unknown_area */
export const runGenerated = async (injected: Injected, options: GeneratedOptions): Promise<MutantsReport> => {
  const { asked, workers, shard, signal } = options
  const startedAt = Date.now()
  if (!injected.stack)
    throw new CodedError('no_stack', 'This program has no code of the target to mutate.', exitCodes.usage)
  const build = await buildMutants(injected.stack, startedAt)
  const selected = selectMutants(build.mutants, asked)
  const mutants = partOf(selected.mutants, shard)
  const classification = createClassification(readClassified())
  const checks = selectChecks(await loadChecks(), { only: [], areas: [] })
  const fingerprint = suiteFingerprint()
  const kept = openKept(build.directory, fingerprint)
  const pool = { worker: injected.worker, workers, limitMs }
  say(`${mutants.length} of ${build.mutants.length} mutants, ${workers} workers`)
  const clean = await recordCleanRuns(injected, { build, mutants, kept }, { ...pool, seed: suiteSeed, signal, say })
  const plan = createPlanner(checks, measuredCosts(), clean, { folder: build.folder, seed: suiteSeed })
  const before = new Map(options.resume ? kept.tried().map((one) => [one.number, one]) : [])
  const came = new Map<Mutant, Came>()
  const trials: Trial[] = []
  for (const mutant of mutants) {
    const trial = plan(mutant)
    const under = trial && inWords(trial.executed.conditions)
    const classified = classification.of(mutant, trial !== null)
    const tried = before.get(mutant.number)
    const isTried = trial !== null && (classified === null || options.classified)
    if (isTried && !tried) trials.push(trial)
    if (isTried && tried) came.set(mutant, { under, classified, tried })
    else
      came.set(mutant, {
        under,
        classified,
        verdict: isTried || clean.length === 0 ? 'not-run' : trial ? 'not-tried' : 'not-executed',
      })
  }
  const live = process.stderr.isTTY === true
  const write = (text: string): void => void process.stderr.write(text)
  const progress = createProgress({ total: trials.length, weight: trials.length, write, live })
  const take =
    (batch: readonly Trial[]) =>
    (answer: Answer): void => {
      if (signal.aborted && 'failed' in answer) return
      const { mutant } = batch[answer.id]!
      const { id, file, line, original, replacement } = mutant
      const { under, classified } = came.get(mutant)!
      if ('mutant' in answer) {
        kept.keepTried(answer.mutant)
        came.set(mutant, { under, classified, tried: answer.mutant })
      } else if ('failed' in answer) {
        came.set(mutant, { under, classified, verdict: answer.late ? 'late' : 'failed', reason: answer.failed })
      }
      const survived = 'mutant' in answer && answer.mutant.outcome === 'survived'
      progress.done(1, survived ? `survived: ${id} ${file}:${line} ${original} → ${replacement}` : null)
    }
  // Whoever has loaded the code cannot try what is executed as it is loaded.
  for (const fresh of [true, false]) {
    const batch = trials.filter(({ order }) => order.fresh === fresh)
    const jobs = batch.map(({ order }, id): Job => ({ id, do: 'mutant', order }))
    await runJobs(jobs, { ...pool, onAnswer: take(batch) }, signal)
  }
  progress.end()
  const rows: MutantRow[] = mutants.map((mutant) => rowOf(mutant, came.get(mutant)!))
  return {
    format: mutantsFormat,
    version: mutantsVersion,
    suite: suite(),
    fingerprint: `${build.fingerprint}-${fingerprint}`,
    seed: asked.seed,
    started_at: new Date(startedAt).toISOString(),
    duration_ms: Date.now() - startedAt,
    cpu_ms: rows.reduce((sum, { cost }) => sum + cost.cpu_ms, 0),
    workers,
    selection: { mutants: mutants.length, of: build.mutants.length, how: selected.how },
    clean: clean.map(cleanRow),
    rates: mutantRates(rows),
    stale: classification.stale(build.mutants),
    mutants: rows,
    ...(shard && { shard: { ...shard, outcome: signal.aborted ? 'interrupted' : 'complete' } }),
  }
}

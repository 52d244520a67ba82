// The clean runs that show which mutants are executed: a plain target first, others only for what that one does not execute.
import type { Injected } from '../matrix/injected.ts'
import type { Answer, Job } from '../matrix/jobs.ts'
import { runJobs } from '../matrix/pool.ts'
import type { MutantBuild } from './build.ts'
import type { Executed } from './executed.ts'
import type { Kept } from './kept.ts'
import type { Mutant } from './mutant.ts'
import type { Conditions } from './stack.ts'

type CleanRunOptions = { workers: number; signal: AbortSignal; say(text: string): void }

/** Of the suite's own choices, whichever mutants are drawn: what is executed is recorded once for all samples. */
export const suiteSeed = 1

/** Much longer than one takes, also under load. */
const limitMs = 1_800_000

const reopened: Conditions = { reopened: true }

/** A plain target, and for what that one does not execute others: random mixes of readings take nearly every one. */
export const stages: readonly (readonly Conditions[])[] = [
  [{}],
  [{ tls: true }, reopened, ...[1, 2, 3].map((vary) => ({ vary }))],
]

/** What is executed by a plain target too may show only in what is kept, or among many orders. */
export const isTriedAgain = ({ area }: Mutant, conditions: Conditions): boolean =>
  area === 'store' && inWords(conditions) === inWords(reopened)

export const inWords = ({ tls, reopened, vary, readings }: Conditions): string | null => {
  const given = [
    ...(tls ? ['--tls'] : []),
    ...(reopened ? ['--data, opened again and again'] : []),
    ...(vary === undefined ? [] : [`--vary ${vary}`]),
    ...Object.entries(readings ?? {}).map(([name, value]) => `--reading ${name}=${value}`),
  ]
  return given.length === 0 ? null : given.join(' ')
}

/** Those that were recorded now or before. A plain target is run twice: see `runs` of the order. */
export const recordCleanRuns = async (
  injected: Pick<Injected, 'worker'>,
  { build, kept }: { build: MutantBuild; kept: Kept },
  wanted: readonly Conditions[],
  { workers, signal, say }: CleanRunOptions,
): Promise<Executed[]> => {
  const missing = wanted.filter((conditions) => kept.executed(conditions) === null)
  if (missing.length > 0)
    say(`${missing.length === 1 ? 'a clean run' : `${missing.length} clean runs`} to see what is executed`)
  const jobs = missing.map((conditions, id): Job => ({
    id,
    do: 'executed',
    order: { folder: build.folder, conditions, seed: suiteSeed, runs: inWords(conditions) === null ? 2 : 1 },
  }))
  const onAnswer = (answer: Answer): void => {
    if ('executed' in answer) kept.keepExecuted(answer.executed)
    if ('failed' in answer && !signal.aborted) say(`a clean run failed: ${answer.failed}`)
  }
  await runJobs(jobs, { worker: injected.worker, workers, limitMs, onAnswer }, signal)
  return wanted.flatMap((conditions) => kept.executed(conditions) ?? [])
}

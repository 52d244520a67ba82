// The clean runs that show which mutants are executed: a plain target first, others only for what that one does not execute.
import type { Injected } from '../injected.ts'
import type { Answer, Job } from '../jobs.ts'
import { runJobs } from '../pool.ts'
import type { MutantBuild } from './build.ts'
import { isExecuted } from './choose-checks.ts'
import type { Executed } from './executed.ts'
import type { Kept } from './kept.ts'
import type { Mutant } from './mutant.ts'
import type { Conditions } from './stack.ts'

export type CleanRunOptions = {
  seed: number
  workers: number
  limitMs: number
  signal: AbortSignal
  say(text: string): void
}

const plain: Conditions = {}

/** Random mixes of readings: together they take nearly every one. */
const others: readonly Conditions[] = [{ tls: true }, ...[1, 2, 3].map((vary) => ({ vary }))]

export const inWords = ({ tls, vary, readings }: Conditions): string | null => {
  const given = [
    ...(tls ? ['--tls'] : []),
    ...(vary === undefined ? [] : [`--vary ${vary}`]),
    ...Object.entries(readings ?? {}).map(([name, value]) => `--reading ${name}=${value}`),
  ]
  return given.length === 0 ? null : given.join(' ')
}

/** Those that were recorded, the plain one first. */
export const recordCleanRuns = async (
  injected: Injected,
  { build, mutants, kept }: { build: MutantBuild; mutants: readonly Mutant[]; kept: Kept },
  { seed, workers, limitMs, signal, say }: CleanRunOptions,
): Promise<Executed[]> => {
  const found: Executed[] = []
  const record = async (wanted: readonly Conditions[], runs: number): Promise<void> => {
    const missing = wanted.filter((conditions) => kept.executed(conditions) === null)
    if (missing.length > 0)
      say(`${missing.length === 1 ? 'a clean run' : `${missing.length} clean runs`} to see what is executed`)
    const jobs = missing.map((conditions, id): Job => ({
      id,
      do: 'executed',
      order: { folder: build.folder, conditions, seed, runs },
    }))
    const onAnswer = (answer: Answer): void => {
      if ('executed' in answer) kept.keepExecuted(answer.executed)
      if ('failed' in answer && !signal.aborted) say(`a clean run failed: ${answer.failed}`)
    }
    await runJobs(jobs, { worker: injected.worker, workers, limitMs, onAnswer }, signal)
    found.push(...wanted.flatMap((conditions) => kept.executed(conditions) ?? []))
  }
  await record([plain], 2)
  const [first] = found
  if (first && mutants.some(({ number }) => !isExecuted(number, first))) await record(others, 1)
  return found
}

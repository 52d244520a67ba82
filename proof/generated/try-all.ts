// Puts trials to the workers, those that need a fresh process first, and hands on what each came to.
import type { MutantVerdict } from '../report/mutants-report.ts'
import type { Injected } from '../matrix/injected.ts'
import type { Answer, Job } from '../matrix/jobs.ts'
import { runJobs } from '../matrix/pool.ts'
import { createProgress } from '../matrix/progress.ts'
import type { Trial } from './plan-trials.ts'
import type { TriedMutant } from './try-mutant.ts'

export type Came = { tried: TriedMutant } | { verdict: MutantVerdict; reason: string }

type TryOptions = {
  workers: number
  signal: AbortSignal
  /** Not called for those that an interruption stops. */
  onCame(trial: Trial, came: Came): void
}

/** A mutant whose trial takes longer counts as late; a loaded machine must not make it so. */
const limitMs = 600_000

const cameOf = (answer: Answer): Came | null => {
  if ('mutant' in answer) return { tried: answer.mutant }
  if ('failed' in answer) return { verdict: answer.late ? 'late' : 'failed', reason: answer.failed }
  return null
}

export const tryAll = async (
  injected: Injected,
  trials: readonly Trial[],
  { workers, signal, onCame }: TryOptions,
): Promise<void> => {
  const live = process.stderr.isTTY === true
  const write = (text: string): void => void process.stderr.write(text)
  const progress = createProgress({ total: trials.length, weight: trials.length, write, live })
  // A worker that has loaded the code cannot try what is executed as it is loaded.
  for (const fresh of [true, false]) {
    const batch = trials.filter(({ order }) => order.fresh === fresh)
    const jobs = batch.map(({ order }, id): Job => ({ id, do: 'mutant', order }))
    const onAnswer = (answer: Answer): void => {
      if (signal.aborted && 'failed' in answer) return
      const trial = batch[answer.id]!
      const came = cameOf(answer)
      if (!came) return
      onCame(trial, came)
      const { id, file, line, original, replacement } = trial.mutant
      const survived = 'tried' in came && came.tried.outcome === 'survived'
      progress.done(1, survived ? `survived: ${id} ${file}:${line} ${original} → ${replacement}` : null)
    }
    await runJobs(jobs, { worker: injected.worker, workers, limitMs, onAnswer }, signal)
  }
  progress.end()
}

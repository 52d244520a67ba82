// Checks that found nothing wrong with any defect, for which each is then run alone: none may be unable to fail.
import type { Check } from '../../conformance/kit/check.ts'
import { candidatesFor, type TriedAlone } from './alone.ts'
import type { Baseline } from './baseline.ts'
import type { Examination } from './examine.ts'
import type { Defect, Injected } from './injected.ts'
import type { Answer, Job } from './jobs.ts'
import { runJobs } from './pool.ts'

type IdleOptions = {
  defects: readonly Defect[]
  baseline: Baseline
  seed: number
  workers: number
  limitMs: number
}

export const idleChecks = (checks: readonly Check[], examinations: readonly Examination[]): Check[] => {
  const failed = new Set(examinations.flatMap(({ stages }) => stages.flatMap(({ finders }) => finders)))
  return checks.filter(({ id }) => !failed.has(id))
}

/** The result of each; one that could not be tried found nothing. Null when the signal ended it. */
export const tryAlone = async (
  injected: Injected,
  idle: readonly Check[],
  { defects, baseline, seed, workers, limitMs }: IdleOptions,
  signal: AbortSignal,
): Promise<TriedAlone[] | null> => {
  const jobs = idle.map((check, id): Job => ({
    id,
    do: 'alone',
    alone: { check: check.id, seed, candidates: candidatesFor(check, defects, baseline) },
  }))
  const tried: TriedAlone[] = []
  const onAnswer = (answer: Answer): void => {
    if ('tried' in answer) tried.push(answer.tried)
    else tried.push({ check: idle[answer.id]!.id, defect: null, cpuMs: 0 })
  }
  await runJobs(jobs, { worker: injected.worker, workers, limitMs, onAnswer }, signal)
  if (signal.aborted) return null
  return tried.toSorted((a, b) => (a.check < b.check ? -1 : 1))
}

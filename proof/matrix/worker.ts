// A worker: keeps both readers loaded and does one job at a time, each against a simulator of its own in this process.
import type { Check } from '../../conformance/kit/check.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { selectChecks } from '../../conformance/run/select-checks.ts'
import { runAlone } from './alone.ts'
import { startCpuTime } from './cpu-time.ts'
import { examine } from './examine.ts'
import { recordExecuted } from '../generated/executed.ts'
import { tryMutant } from '../generated/try-mutant.ts'
import type { Injected } from './injected.ts'
import type { Answer, Job, Reference } from './jobs.ts'
import { watchRun } from './watched-run.ts'

const refer = async (
  { start }: Injected,
  checks: readonly Check[],
  seed: number,
  budget: number | null,
): Promise<Reference> => {
  const cpuTime = startCpuTime()
  const started = await start({})
  try {
    const run = await watchRun({ started, checks, seed, budget: budget ?? undefined })
    return { budget, run, cpuMs: cpuTime() }
  } finally {
    await started.stop()
  }
}

/** Serves until the channel is closed. */
export const serveJobs = async (injected: Injected): Promise<void> => {
  const checks = selectChecks(await loadChecks(), { only: [], areas: [] })
  const work = async (job: Job): Promise<Answer> => {
    try {
      if (job.do === 'reference') return { id: job.id, reference: await refer(injected, checks, job.seed, job.budget) }
      if (job.do === 'alone') return { id: job.id, tried: await runAlone(injected, checks, job.alone) }
      if (job.do === 'executed')
        return { id: job.id, renew: true, executed: await recordExecuted(injected.stack!, checks, job.order) }
      if (job.do === 'mutant')
        return { id: job.id, renew: job.order.fresh, mutant: await tryMutant(injected.stack!, checks, job.order) }
      return { id: job.id, examination: await examine(injected, checks, job.order) }
    } catch (error) {
      return { id: job.id, failed: (error as Error).stack ?? String(error) }
    }
  }
  process.on('message', (job: Job) => void work(job).then((answer) => process.send!(answer)))
  process.once('disconnect', () => process.exit(0))
  process.send!('ready')
}

// A check that failed for no defect, since others killed them first: run on its own against defects that break its rules.
import type { Check } from '../../conformance/kit/check.ts'
import type { Baseline } from './baseline.ts'
import { startCpuTime } from './cpu-time.ts'
import type { Defect, Injected } from './injected.ts'
import { knownReproducer } from './known-reproducer.ts'
import type { Started } from './started.ts'
import { watchRun } from './watched-run.ts'

export type Alone = { check: string; seed: number; candidates: { defect: Defect; reproducer?: string }[] }

export type TriedAlone = {
  check: string
  /** The first defect for which it failed; null if it failed for none of those tried. */
  defect: string | null
  cpuMs: number
}

const most = 24

/** One defect of each rule in turn, so that the rule with the most of them does not crowd out the rest. */
export const candidatesFor = (
  { verifies }: Check,
  defects: readonly Defect[],
  { reproducers }: Pick<Baseline, 'reproducers'>,
): Alone['candidates'] => {
  const queues = verifies.map((rule) => defects.filter(({ breaks }) => breaks === rule))
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1)))
    .flat()
    .slice(0, most)
    .map((defect) => ({ defect, ...(reproducers[defect.id] !== undefined && { reproducer: reproducers[defect.id]! }) }))
}

const withoutControl = (started: Started): Started => {
  const { control_url: _left, control_token: _token, ...profile } = started.profile as Record<string, unknown>
  return { ...started, profile }
}

export const runAlone = async (
  { start }: Injected,
  all: readonly Check[],
  { check, seed, candidates }: Alone,
): Promise<TriedAlone> => {
  const cpuTime = startCpuTime()
  const checks = all.filter(({ id }) => id === check)
  const isUncontrolled = checks.some(({ needs }) => needs.includes('no-control'))
  const failsFor = async ({ defect, reproducer }: Alone['candidates'][number]): Promise<boolean> => {
    const started = await start({ defect: defect.id })
    try {
      const { found } = await watchRun({
        started: isUncontrolled ? withoutControl(started) : started,
        checks,
        seed,
        vouched: true,
        focus: { rule: defect.breaks, reproducer: knownReproducer(reproducer) },
        enough: (run) => run.found.some(({ by }) => by === check),
      })
      return found.some(({ by }) => by === check)
    } finally {
      await started.stop()
    }
  }
  let caught: string | null = null
  for (const one of candidates) if (caught === null && (await failsFor(one))) caught = one.defect.id
  return { check, defect: caught, cpuMs: cpuTime() }
}

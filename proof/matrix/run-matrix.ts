// The three ways to a kill matrix: all of it here, one part of it here, or joined from the parts that others made.
import type { KillMatrix } from '../report/kill-matrix.ts'
import type { Check } from '../../conformance/kit/check.ts'
import { isCodedError, CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import type { ShardName } from '../../conformance/run/shard.ts'
import { suite } from '../../conformance/run/suite.ts'
import type { TriedAlone } from './alone.ts'
import type { Baseline } from './baseline.ts'
import { buildMatrix, type Subject } from './build-matrix.ts'
import { explainer, knownReasons } from './collateral.ts'
import { judgedAmong, settle, type Evidence } from './evidence.ts'
import { gather, isComplete, jobLimitMs } from './gather.ts'
import { idleChecks, tryAlone } from './idle-checks.ts'
import type { Injected } from './injected.ts'
import { partOf } from './matrix-part.ts'
import { planMatrix, type MatrixPlan } from './plan-matrix.ts'
import { duration } from './progress.ts'
import type { PartRead } from './read-parts.ts'
import { refuseOthers, sameMatrix } from './same-matrix.ts'
import { selectAsked, type Asked } from './selection.ts'
import { fingerprintOf, takePart } from './take-part.ts'

type RunOptions = { baseline: Baseline; workers: number; signal: AbortSignal }

/** `complete`: every job has an answer. */
export type Ran = { matrix: KillMatrix; complete: boolean }

type Prepared = Subject & { checks: Check[]; plan: MatrixPlan; fingerprint: string; allDefects: boolean }

const prepare = async ({ defects }: Injected, asked: Asked, baseline: Baseline): Promise<Prepared> => {
  const all = await defects()
  const selected = selectAsked(all, asked)
  const checks = await loadChecks()
  const reasons = knownReasons()
  const plan = planMatrix(selected.defects, asked, { baseline, checks })
  return {
    all,
    defects: selected.defects,
    how: selected.how,
    allDefects: selected.complete,
    seed: asked.seed,
    baseline,
    explain: explainer(reasons),
    checks,
    plan,
    fingerprint: fingerprintOf(plan, { checks, reasons }),
  }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Only over all defects it is known which checks failed for none. */
const tryIdle = async (
  injected: Injected,
  { checks, defects, seed, baseline, explain, allDefects }: Prepared,
  { looks }: Evidence,
  { workers, signal }: RunOptions,
): Promise<TriedAlone[] | null> => {
  if (!allDefects || signal.aborted) return null
  const idle = idleChecks(checks, judgedAmong(settle(looks, defects, explain)))
  say(`${idle.length} checks failed for none of them; each is run alone`)
  return tryAlone(injected, idle, { defects, baseline, seed, workers, limitMs: jobLimitMs }, signal)
}

const startClock = (): (() => { startedAt: number; ms: number }) => {
  const startedAt = Date.now()
  return () => {
    const ms = Date.now() - startedAt
    say(`done in ${duration(ms)}`)
    return { startedAt, ms }
  }
}

/** No more than have something to do. */
const busy = ({ references, orders }: MatrixPlan, workers: number): number =>
  Math.max(1, Math.min(workers, references.length + orders.length))

export const runWhole = async (injected: Injected, asked: Asked, options: RunOptions): Promise<Ran> => {
  const { baseline, signal } = options
  const clock = startClock()
  const prepared = await prepare(injected, asked, baseline)
  const workers = busy(prepared.plan, options.workers)
  say(`${prepared.defects.length} defects, ${workers} workers`)
  const evidence = await gather(injected, prepared.plan, { ...prepared, workers, signal })
  const alone = await tryIdle(injected, prepared, evidence, options)
  const matrix = buildMatrix(prepared, evidence, alone, { ...clock(), workers })
  return { matrix, complete: !signal.aborted && isComplete(prepared.plan, evidence) }
}

export const runPart = async (
  injected: Injected,
  asked: Asked,
  { index, of }: ShardName,
  { baseline, workers: most, signal }: RunOptions,
): Promise<Ran> => {
  const clock = startClock()
  const prepared = await prepare(injected, asked, baseline)
  const plan = takePart(prepared.plan, { index, of })
  const workers = busy(plan, most)
  const own = new Set(plan.orders.map(({ order }) => order.defect))
  const defects = prepared.defects.filter((defect) => own.has(defect))
  say(`${defects.length} of ${prepared.defects.length} defects, ${workers} workers`)
  const evidence = await gather(injected, plan, { ...prepared, workers, signal })
  const complete = !signal.aborted && isComplete(plan, evidence)
  const subject = { ...prepared, defects, how: `part ${index} of ${of} of ${prepared.how}` }
  const matrix = partOf(buildMatrix(subject, evidence, null, { ...clock(), workers }), {
    index,
    of,
    selection: prepared.fingerprint,
    asked,
    outcome: complete ? 'complete' : 'interrupted',
    evidence,
  })
  return { matrix, complete }
}

/** A selection that this assay does not know is another's. */
const preparedFor = async (injected: Injected, { file, part }: PartRead, baseline: Baseline): Promise<Prepared> => {
  try {
    return await prepare(injected, part.shard.asked, baseline)
  } catch (error) {
    if (!isCodedError(error)) throw error
    throw new CodedError(
      'mixed_versions',
      `${file} has a selection that this assay does not know (${error.message}); merge with the very code that ran all shards.`,
      exitCodes.couldNotJudge,
    )
  }
}

/** Equal in all but its times to the matrix that one run would have made. */
export const mergeParts = async (
  injected: Injected,
  read: readonly PartRead[],
  options: RunOptions,
): Promise<Ran & { asked: Asked }> => {
  const clock = startClock()
  refuseOthers(read, suite())
  const prepared = await preparedFor(injected, read[0]!, options.baseline)
  const parts = sameMatrix(read, prepared).map(({ part }) => part)
  const evidence: Evidence = {
    references: parts.flatMap(({ shard }) => shard.evidence.references),
    looks: parts.flatMap(({ shard }) => shard.evidence.looks),
  }
  const alone = await tryIdle(injected, prepared, evidence, options)
  const matrix = buildMatrix(prepared, evidence, alone, {
    startedAt: Math.min(...parts.map(({ started_at }) => Date.parse(started_at))),
    ms: Math.max(...parts.map(({ duration_ms }) => duration_ms)) + clock().ms,
    workers: parts.reduce((sum, { workers }) => sum + workers, 0),
  })
  const merged = parts.map(({ shard, started_at, duration_ms, cpu_ms, workers }) => ({
    index: shard.index,
    started_at,
    duration_ms,
    cpu_ms,
    workers,
  }))
  return { matrix: { ...matrix, merged }, complete: !options.signal.aborted, asked: parts[0]!.shard.asked }
}

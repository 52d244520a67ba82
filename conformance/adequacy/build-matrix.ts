// Puts the jobs to the workers and their answers into one matrix.
import { readFileSync } from 'node:fs'
import type { DefectRow, KillMatrix } from '../../reports/kill-matrix.ts'
import { openapi, rules } from '../contract.ts'
import { abortOnSignal } from '../run/interrupt.ts'
import { loadChecks } from '../run/load-checks.ts'
import type { Baseline } from './baseline.ts'
import { explainer, knownReasons } from './collateral.ts'
import type { Examination, Order } from './examine.ts'
import { withoutDefect } from './gaps.ts'
import type { Defect, Injected } from './injected.ts'
import type { Answer, Job, Reference } from './jobs.ts'
import { runJobs } from './pool.ts'
import { createProgress, duration } from './progress.ts'
import { budgets, randomPlanScores, rowOf, summaryOf, unjudgedRow, wholeSuiteScores } from './rows.ts'
import { draw } from './select-defects.ts'
import { compareEstimates, createFinder } from './whole-suite.ts'

export type BuildOptions = {
  all: readonly Defect[]
  defects: readonly Defect[]
  how: string
  complete: boolean
  baseline: Baseline
  seed: number
  workers: number
  /** For how many defects the whole suite runs to its end, and within each budget. */
  whole: number
  /** For how many defects random plans run alone. */
  random: number
  /** Whether the suite runs without a defect, within each budget and without one. */
  reference: boolean
  /** For how many defects the plan that shows them is shortened. */
  shorten: number
}

const jobLimitMs = 600_000
const randomRequests = 3000

const scoreText =
  'A defect counts at a budget when a run of the suite with `--budget` finds the rule it breaks. A sample drawn by the ' +
  'seed is measured so. For the others the checks of the rule were run alone, and it was looked up in a run of that ' +
  'budget without a defect whether the check that found it runs there, or for a judge the request in which it did. ' +
  'What is worked out is compared with what was measured. Random plans alone are measured on a sample of their own.'

const suite = (): KillMatrix['suite'] => {
  const manifest = new URL(import.meta.resolve('assay/package.json'))
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string }
  return { name, version, contract: openapi().info.version }
}

type Weighed = { order: Order; weight: number }

/** In CPU seconds, about. */
const weights = { targeted: 0.5, unhinted: 2, whole: 20, budgets: 20, random: 10, shorten: 4, reference: 10 }

const weigh = ({ hint, whole, random, shorten }: Order): number =>
  (hint === undefined ? weights.unhinted : weights.targeted) +
  (whole === 'measured' ? weights.whole + weights.budgets : 0) +
  (random > 0 ? weights.random : 0) +
  (shorten ? weights.shorten : 0)

/** The longest first, so that none of them is left over for one worker alone. */
const ordersFor = ({ defects, baseline, seed, whole, random, shorten }: BuildOptions): Weighed[] => {
  const measured = new Set(draw(defects, whole, seed, 'whole runs'))
  const wild = new Set(draw(defects, random, seed, 'random plans'))
  const walked = defects.filter(({ id }) => baseline.ways[id] !== undefined)
  const shortened = new Set(draw(walked, shorten, seed, 'shortened'))
  return defects
    .map((defect) => {
      const hint = baseline.killed[defect.id]
      const way = baseline.ways[defect.id]
      const order: Order = {
        defect,
        seed,
        whole: measured.has(defect) ? 'measured' : 'sought',
        budgets: measured.has(defect) ? budgets : [],
        random: wild.has(defect) ? randomRequests : 0,
        shorten: shortened.has(defect),
        ...(hint !== undefined && { hint }),
        ...(way !== undefined && { way }),
      }
      return { order, weight: weigh(order) }
    })
    .toSorted((a, b) => b.weight - a.weight)
}

type Examinations = { references: Reference[]; byDefect: Map<string, Examination | string> }

const examineAll = async (injected: Injected, options: BuildOptions): Promise<Examinations> => {
  const { seed, workers, reference } = options
  const orders = ordersFor(options)
  const referring = reference ? [null, ...budgets].toReversed() : []
  const jobs: Job[] = [
    ...referring.map((budget, index): Job => ({ id: -1 - index, do: 'reference', seed, budget })),
    ...orders.map(({ order }, index): Job => ({ id: index, do: 'examine', order })),
  ]
  const found: Examinations = { references: [], byDefect: new Map() }
  const live = process.stderr.isTTY === true
  const progress = createProgress({
    total: orders.length,
    weight: orders.reduce((sum, { weight }) => sum + weight, referring.length * weights.reference),
    write: (text) => void process.stderr.write(text),
    live,
  })
  const { signal, forget } = abortOnSignal()
  const onAnswer = (answer: Answer): void => {
    const weighed = orders[answer.id]
    if (!weighed) progress.also(weights.reference)
    if ('reference' in answer) return void found.references.push(answer.reference)
    if (!weighed) return
    const { defect } = weighed.order
    found.byDefect.set(defect.id, 'failed' in answer ? answer.failed : answer.examination)
    const isCaught = !('failed' in answer) && answer.examination.stages.some(({ caught }) => caught !== null)
    progress.done(weighed.weight, isCaught ? null : `not caught: ${defect.id}, which breaks ${defect.breaks}`)
  }
  await runJobs(jobs, { worker: injected.worker, workers, limitMs: jobLimitMs, onAnswer }, signal)
  progress.end()
  forget()
  return found
}

const vacuousIn = async (examinations: readonly Examination[]): Promise<string[]> => {
  const failed = new Set(examinations.flatMap(({ stages }) => stages.flatMap(({ finders }) => finders)))
  return (await loadChecks()).map(({ id }) => id).filter((id) => !failed.has(id))
}

export const buildMatrix = async (injected: Injected, options: BuildOptions): Promise<KillMatrix> => {
  const { all, defects, baseline, complete, how, seed, workers } = options
  const started = Date.now()
  process.stderr.write(`${defects.length} defects, ${workers} workers\n`)
  const { references, byDefect } = await examineAll(injected, options)
  const finder = createFinder(references)
  const explain = explainer(knownReasons())
  const examinations = [...byDefect.values()].filter((one) => typeof one === 'object')
  const rows = defects.map((defect): DefectRow => {
    const examination = byDefect.get(defect.id) ?? 'the run was interrupted before it'
    if (typeof examination === 'string') return unjudgedRow(defect, examination)
    return rowOf(defect, examination, { baseline, explain, finder })
  })
  const ms = Date.now() - started
  process.stderr.write(`done in ${duration(ms)}\n`)
  return {
    format: 'assay-matrix',
    version: 1,
    suite: suite(),
    seed,
    started_at: new Date(started).toISOString(),
    duration_ms: ms,
    cpu_ms: [...references, ...examinations].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    workers,
    selection: { defects: defects.length, of: all.length, how },
    references: references.map(({ budget, run, cpuMs }) => ({
      budget,
      requests: run.requests,
      findings: [...new Set(run.found.map(({ rule }) => rule))],
      cpu_ms: cpuMs,
    })),
    summary: summaryOf(rows),
    scores: { how: scoreText, whole_suite: wholeSuiteScores(rows, finder), random_plans: randomPlanScores(rows) },
    estimate: compareEstimates(
      examinations.map(({ stages }) => stages),
      finder,
    ),
    vacuous: complete ? await vacuousIn(examinations) : null,
    gaps: withoutDefect(rules().values(), all),
    defects: rows,
  }
}

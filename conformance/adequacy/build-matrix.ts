// Puts the jobs to the workers and their answers into one matrix.
import { readFileSync } from 'node:fs'
import type { DefectRow, KillMatrix } from '../../reports/kill-matrix.ts'
import type { PeerScores } from '../../reports/peer-scores.ts'
import { adequacyFile, openapi, rules } from '../contract.ts'
import type { Check } from '../checks/check.ts'
import { abortOnSignal } from '../run/interrupt.ts'
import { loadChecks } from '../run/load-checks.ts'
import type { TriedAlone } from './alone.ts'
import type { Baseline } from './baseline.ts'
import { explainer, knownReasons, type Explain } from './collateral.ts'
import type { Examination, Order } from './examine.ts'
import { withoutDefect } from './gaps.ts'
import { idleChecks, tryAlone } from './idle-checks.ts'
import type { Defect, Injected } from './injected.ts'
import type { Answer, Job, Reference } from './jobs.ts'
import { runJobs } from './pool.ts'
import { createProgress, duration } from './progress.ts'
import { budgets, randomPlanScores, rowOf, summaryOf, unjudgedRow, wholeSuiteScores } from './rows.ts'
import { mostSecondLooks, shortcomings } from './second-look.ts'
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

/** In CPU seconds, about; what looks back on the run waits for deliveries besides. */
const weights = { targeted: 0.4, last: 4, unhinted: 2, whole: 18, budgets: 15, random: 12, shorten: 3, reference: 12 }

const weigh = ({ hint, whole, random, shorten }: Order, late: ReadonlySet<string>): number =>
  (hint === undefined ? weights.unhinted : late.has(hint) ? weights.last : weights.targeted) +
  (whole === 'measured' ? weights.whole + weights.budgets : 0) +
  (random > 0 ? weights.random : 0) +
  (shorten ? weights.shorten : 0)

/** The longest first, so that none of them is left over for one worker alone. */
const ordersFor = (options: BuildOptions, checks: readonly Check[]): Weighed[] => {
  const { defects, baseline, seed, whole, random, shorten } = options
  const late = new Set(checks.filter(({ phase }) => phase === 'last').map(({ id }) => id))
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
      return { order, weight: weigh(order, late) }
    })
    .toSorted((a, b) => b.weight - a.weight)
}

type Examinations = {
  references: Reference[]
  byDefect: Map<string, Examination | string>
  /** Defects that only the second look showed as they should be. */
  secondLooks: string[]
  /** Null where only a part of the defects was looked at. */
  alone: TriedAlone[] | null
}

const judged = (byDefect: Examinations['byDefect']): Examination[] =>
  [...byDefect.values()].filter((one) => typeof one === 'object')

const examineAll = async (injected: Injected, options: BuildOptions, explain: Explain): Promise<Examinations> => {
  const { defects, baseline, complete, seed, workers, reference } = options
  const checks = await loadChecks()
  const orders = ordersFor(options, checks)
  const referring = reference ? [null, ...budgets].toReversed() : []
  const jobs: Job[] = [
    ...referring.map((budget, index): Job => ({ id: -1 - index, do: 'reference', seed, budget })),
    ...orders.map(({ order }, index): Job => ({ id: index, do: 'examine', order })),
  ]
  const found: Examinations = { references: [], byDefect: new Map(), secondLooks: [], alone: null }
  const live = process.stderr.isTTY === true
  const progress = createProgress({
    total: orders.length,
    weight: orders.reduce((sum, { weight }) => sum + weight, referring.length * weights.reference),
    write: (text) => void process.stderr.write(text),
    live,
  })
  const { signal, forget } = abortOnSignal('what was examined so far is written')
  const onAnswer = (answer: Answer): void => {
    const weighed = orders[answer.id]
    if (!weighed) progress.also(weights.reference)
    if ('reference' in answer) return void found.references.push(answer.reference)
    if (!weighed || 'tried' in answer) return
    const { defect } = weighed.order
    const examined = 'failed' in answer ? answer.failed : answer.examination
    found.byDefect.set(defect.id, examined)
    const isMissed = shortcomings(defect, examined, explain) === Infinity
    progress.done(weighed.weight, isMissed ? `not caught: ${defect.id}, which breaks ${defect.breaks}` : null)
  }
  const pool = { worker: injected.worker, workers, limitMs: jobLimitMs }
  await runJobs(jobs, { ...pool, onAnswer }, signal)
  progress.end()
  const lacking = (defect: Defect): number => shortcomings(defect, found.byDefect.get(defect.id), explain)
  const doubtful = orders.filter(({ order: { defect } }) => lacking(defect) > 0)
  if (doubtful.length > 0 && doubtful.length <= mostSecondLooks && !signal.aborted) {
    process.stderr.write(`${doubtful.length} not caught, or with something unexplained; a second look at each\n`)
    const again = doubtful.map(({ order }, id): Job => ({ id, do: 'examine', order }))
    const onSecond = (answer: Answer): void => {
      const { defect } = doubtful[answer.id]!.order
      if (!('examination' in answer) || shortcomings(defect, answer.examination, explain) >= lacking(defect)) return
      found.byDefect.set(defect.id, answer.examination)
      found.secondLooks.push(defect.id)
    }
    await runJobs(again, { ...pool, workers: 1, onAnswer: onSecond }, signal)
  }
  if (complete && !signal.aborted) {
    const idle = idleChecks(checks, judged(found.byDefect))
    process.stderr.write(`${idle.length} checks failed for none of them; each is run alone\n`)
    found.alone = await tryAlone(injected, idle, { defects, baseline, seed, workers, limitMs: jobLimitMs }, signal)
  }
  forget()
  return found
}

/** Of those that looked at the defect. */
const peersOf = ({ id }: Defect, scores: PeerScores | undefined): DefectRow['peers'] => {
  const caught = scores?.defects[id]
  if (!scores || !caught) return {}
  const others = scores.peers.filter((peer) => peer.id !== 'assay')
  return Object.fromEntries(others.map((peer) => [peer.title, { killed: caught.includes(peer.id) }]))
}

export const buildMatrix = async (injected: Injected, options: BuildOptions): Promise<KillMatrix> => {
  const { all, defects, baseline, how, seed, workers } = options
  const started = Date.now()
  process.stderr.write(`${defects.length} defects, ${workers} workers\n`)
  const explain = explainer(knownReasons())
  const { references, byDefect, secondLooks, alone } = await examineAll(injected, options, explain)
  const finder = createFinder(references)
  const peers = adequacyFile('peers.json') as PeerScores | undefined
  const examinations = judged(byDefect)
  const rows = defects.map((defect): DefectRow => {
    const examination = byDefect.get(defect.id) ?? 'the run was interrupted before it'
    if (typeof examination === 'string') return unjudgedRow(defect, examination)
    return { ...rowOf(defect, examination, { baseline, explain, finder }), peers: peersOf(defect, peers) }
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
    cpu_ms: [...references, ...examinations, ...(alone ?? [])].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    workers,
    selection: { defects: defects.length, of: all.length, how },
    references: references.map(({ budget, run, cpuMs }) => ({
      budget,
      requests: run.requests,
      findings: [...new Set(run.found.map(({ rule }) => rule))],
      cpu_ms: cpuMs,
    })),
    summary: summaryOf(rows),
    second_looks: secondLooks,
    scores: { how: scoreText, whole_suite: wholeSuiteScores(rows, finder), random_plans: randomPlanScores(rows) },
    estimate: compareEstimates(
      examinations.map(({ stages }) => stages),
      finder,
    ),
    vacuous: alone && alone.filter(({ defect }) => defect === null).map(({ check }) => check),
    alone: alone && alone.flatMap(({ check, defect }) => (defect === null ? [] : [{ check, defect }])),
    gaps: withoutDefect(rules().values(), all),
    ...(peers && { peers }),
    defects: rows,
  }
}

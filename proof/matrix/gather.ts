// Puts the jobs of a plan, or of a part of it, to the workers; what survived or is odd is rerun.
import type { Explain } from './collateral.ts'
import { doubtfulAmong, type Evidence, type Look } from './evidence.ts'
import type { Injected } from './injected.ts'
import type { Answer, Job } from './jobs.ts'
import { weightOf, weights, type MatrixPlan } from './plan-matrix.ts'
import { runJobs } from './pool.ts'
import { createProgress } from './progress.ts'
import { mostReruns, shortcomings } from './shortcomings.ts'

type GatherOptions = { seed: number; explain: Explain; workers: number; signal: AbortSignal }

export const jobLimitMs = 600_000

export const gather = async (
  injected: Injected,
  plan: MatrixPlan,
  { seed, explain, workers, signal }: GatherOptions,
): Promise<Evidence> => {
  const { orders, references } = plan
  const jobs: Job[] = [
    ...references.map((budget, index): Job => ({ id: -1 - index, do: 'reference', seed, budget })),
    ...orders.map(({ order }, index): Job => ({ id: index, do: 'examine', order })),
  ]
  const found: Evidence = { references: [], looks: [] }
  const progress = createProgress({
    total: orders.length,
    weight: weightOf(plan),
    write: (text) => void process.stderr.write(text),
    live: process.stderr.isTTY === true,
  })
  const onAnswer = (answer: Answer): void => {
    // An interrupted worker has no result.
    if (signal.aborted && 'failed' in answer) return
    const weighed = orders[answer.id]
    if (!weighed) progress.also(weights.reference)
    if ('reference' in answer) return void found.references.push(answer.reference)
    if (!weighed)
      return void ('failed' in answer && process.stderr.write(`a run without a defect failed: ${answer.failed}\n`))
    if (!('failed' in answer || 'examination' in answer)) return
    const { defect } = weighed.order
    const first = 'failed' in answer ? answer.failed : answer.examination
    found.looks.push({ defect: defect.id, first })
    const isMissed = shortcomings(defect, first, explain) === Infinity
    progress.done(weighed.weight, isMissed ? `survived: ${defect.id}, which breaks ${defect.breaks}` : null)
  }
  const pool = { worker: injected.worker, limitMs: jobLimitMs }
  await runJobs(jobs, { ...pool, workers, onAnswer }, signal)
  progress.end()
  const defects = orders.map(({ order }) => order.defect)
  const doubtful = new Set(doubtfulAmong(found.looks, defects, explain))
  if (doubtful.size > 0 && doubtful.size <= mostReruns && !signal.aborted) {
    process.stderr.write(`${doubtful.size} survived, or with something unexplained; rerunning each\n`)
    const again = orders.filter(({ order }) => doubtful.has(order.defect))
    const looks = new Map(found.looks.map((look): [string, Look] => [look.defect, look]))
    const onSecond = (answer: Answer): void => {
      if ('examination' in answer) looks.get(again[answer.id]!.order.defect.id)!.second = answer.examination
    }
    const seconds = again.map(({ order }, id): Job => ({ id, do: 'examine', order }))
    await runJobs(seconds, { ...pool, workers: 1, onAnswer: onSecond }, signal)
  }
  return found
}

/** Whether every job of the plan has an answer. */
export const isComplete = ({ references, orders }: MatrixPlan, found: Evidence): boolean => {
  const budgets = new Set(found.references.map(({ budget }) => budget))
  const looked = new Set(found.looks.map(({ defect }) => defect))
  return references.every((budget) => budgets.has(budget)) && orders.every(({ order }) => looked.has(order.defect.id))
}

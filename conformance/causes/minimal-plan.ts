// The shortest plan that shows a failure again, found on the model first and then on the target.
import { buildGraph } from '../model/graph.ts'
import { addPassed, createKnownRuns, type KnownRuns } from '../model/known-runs.ts'
import { sequenceOf } from '../model/move-sequence.ts'
import { minimise, type Minimised } from '../model/minimise.ts'
import { ordersOf, type Plan } from '../model/plan.ts'
import type { PlanLog } from '../model/plan-log.ts'
import type { RerunOutcome } from './label.ts'
import { mostRequests, type PlanReproducer } from './reproducers.ts'

/** Plans of the run that passed, each up to its first contradiction. */
export const passedRuns = ({ run, contradictions }: PlanLog): KnownRuns => {
  const known = createKnownRuns()
  for (const { plan, machine, performer, drive } of run) {
    for (const order of ordersOf(plan)) {
      if (performer.unanswered.has(order)) continue
      const failed = contradictions.filter((one) => one.plan === plan && plan.steps[one.step ?? -1]?.order === order)
      // What the events show may have happened at any step before.
      if (failed.some(({ via }) => via !== 'answer')) continue
      const ends = [
        ...failed.map(({ step }) => step!),
        ...drive.failures.filter((failure) => failure.order === order).map(({ index }) => index),
      ]
      const end = Math.min(plan.steps.length, ...ends)
      const actions = plan.steps.slice(0, end).filter((step) => step.order === order)
      addPassed(
        known,
        sequenceOf(
          machine,
          actions.map(({ action }) => action),
        ),
      )
    }
  }
  return known
}

type Trying = {
  known: KnownRuns
  /** Runs a plan on fresh orders. */
  run: (plan: Plan) => Promise<RerunOutcome>
  /** Requests sent so far. */
  sent: () => number
  /** Requests at most. */
  ceiling: number
}

/** Whether a passed plan proves that it would not show the failure: not where the failure shows only on a closer look. */
const speaksAgainst = ({ run, failedAt, via }: PlanReproducer): boolean =>
  via === 'history' || (via === 'answer' && run.plan.steps[failedAt]?.action.do !== 'read')

export const minimalPlan = (reproducer: PlanReproducer, { known, run, sent, ceiling }: Trying): Promise<Minimised> => {
  const { machine, plan } = reproducer.run
  return minimise({
    machine,
    plan,
    failedAt: reproducer.failedAt,
    graph: buildGraph(machine),
    known: speaksAgainst(reproducer) ? { passed: [...known.passed] } : createKnownRuns(),
    ceiling: Math.min(mostRequests, ceiling),
    sent,
    fails: async (candidate) => (await run(candidate)) === 'again',
  })
}

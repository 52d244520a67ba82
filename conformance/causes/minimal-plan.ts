// The shortest plan that shows a failure again, found on the model first and then on the target.
import { buildGraph } from '../model/graph.ts'
import { addPassed, createKnownLives, type KnownLives } from '../model/known-lives.ts'
import { lifeOf } from '../model/life.ts'
import { minimise, type Minimised } from '../model/minimise.ts'
import { ordersOf, type Plan } from '../model/plan.ts'
import type { PlanBook } from '../model/plan-book.ts'
import type { Try } from './label.ts'
import { mostRequests, type PlanWay } from './ways.ts'

/** Lives of the run that came to their end without a contradiction, or up to it. */
export const passedLives = ({ lived, told }: PlanBook): KnownLives => {
  const known = createKnownLives()
  for (const { plan, machine, performer, drive } of lived) {
    for (const order of ordersOf(plan)) {
      if (performer.unanswered.has(order)) continue
      const failed = told.filter((one) => one.plan === plan && plan.steps[one.step ?? -1]?.order === order)
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
        lifeOf(
          machine,
          actions.map(({ action }) => action),
        ),
      )
    }
  }
  return known
}

export type Trying = {
  known: KnownLives
  /** Runs a plan on fresh orders. */
  run: (plan: Plan) => Promise<Try>
  /** Requests sent so far. */
  sent: () => number
  /** Requests at most. */
  ceiling: number
}

/** Whether a life that passed tells that it would not show the failure: not where it had to be looked at for it. */
const speaksAgainst = ({ lived, failedAt, via }: PlanWay): boolean =>
  via === 'history' || (via === 'answer' && lived.plan.steps[failedAt]?.action.do !== 'read')

export const minimalPlan = (way: PlanWay, { known, run, sent, ceiling }: Trying): Promise<Minimised> => {
  const { machine, plan } = way.lived
  return minimise({
    machine,
    plan,
    failedAt: way.failedAt,
    graph: buildGraph(machine),
    known: speaksAgainst(way) ? { passed: [...known.passed] } : createKnownLives(),
    ceiling: Math.min(mostRequests, ceiling),
    sent,
    fails: async (candidate) => (await run(candidate)) === 'again',
  })
}

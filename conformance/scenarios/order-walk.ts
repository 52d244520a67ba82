// Orders walked side by side through every move of the advance table, hold, resume, cancel and revision, every refused
// move tried on the way, and all answers, the feed, the deliveries and the list compared with the model.
import { groupBy } from '../../reports/group-by.ts'
import { lifecycle } from '../contract/contract.ts'
import type { Action } from '../model/actions.ts'
import { advance } from '../model/actions.ts'
import { comeToNew } from '../model/come-to-new.ts'
import { buildGraph } from '../model/graph.ts'
import { ordersOf, planOf, project, type Plan } from '../model/plan.ts'
import { planWalk, type WalkPlan } from '../model/planner.ts'
import { acceptedRules } from '../model/cell-rules.ts'
import { pathTo } from '../model/path-to.ts'
import { secondVisits } from '../model/second-visits.ts'
import { createMachine, type Machine } from '../model/machine.ts'
import type { Surveyor } from '../model/walk-order.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { isInFocus } from '../kit/focus.ts'
import { exampleSequence } from './example-sequence.ts'
import { answerClaims, executePlan } from '../steps/execute-plan.ts'
import type { PlanRun, PlanAssertion } from '../model/plan-run.ts'
import { historyClaims, listClaims } from '../steps/plan-history.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { statusOf } from '../steps/order-state.ts'
import type { SpareOrders } from '../steps/perform-step.ts'
import { fieldAt, textAt } from '../steps/read.ts'
import { acceptedOf, coveringOrdersPlaced } from './covering-orders.ts'
import { reviewedOrder } from './reviewed-order.ts'

/** By rule: what was shown of it. */
export type OrderWalk = ReadonlyMap<string, readonly PlanAssertion[]>

/** The revision requests of the order of the plan that most were asked for, rightly or wrongly: a refused one would show. */
const withRequests = (plan: Plan): Plan => {
  const asked = new Map<string, number>()
  for (const { order, action } of plan.steps)
    if (action.do === 'revision') asked.set(order, (asked.get(order) ?? 0) + 1)
  const [most] = [...asked].toSorted(([, one], [, other]) => other - one)
  const list: Action = { do: 'read', what: 'requests' }
  return most ? { ...plan, steps: [...plan.steps, { order: most[0], action: list }] } : plan
}

export const byRule = (claims: readonly PlanAssertion[]): OrderWalk => groupBy(claims, ({ claim }) => claim.rule)

/** All that is known of plans that ran; their contradictions are kept for reruns. */
export const claimsOf = async (
  context: StepContext,
  runs: readonly PlanRun[],
  first?: string,
): Promise<PlanAssertion[]> => {
  const shown = [
    ...runs.flatMap(answerClaims),
    ...(await historyClaims(context, runs, { first })),
    ...(await listClaims(context, runs)),
  ]
  context.plans.contradictions.push(...shown.filter(({ claim }) => !claim.passed))
  return shown
}

export const assertionsOfRuns = async (context: StepContext, runs: readonly PlanRun[]): Promise<OrderWalk> =>
  byRule(await claimsOf(context, runs))

/** Moves that occurred only where the order may have moved on its own, each again as the shortest sequence that makes it. */
const missedMoves = (machine: Machine, shown: OrderWalk): Plan => {
  const { new: first = [], ...rows } = lifecycle().advance
  const missed = Object.entries(rows).flatMap(([from, targets]) =>
    targets
      .filter((to) => first.includes(from) && acceptedRules(`advance:${to}`, from).some((rule) => !shown.has(rule)))
      .map((to) => [from, to]),
  )
  const steps = missed.flatMap(([from, to], i) =>
    [...comeToNew(machine), advance(from!), advance(to!)].map((action) => ({ order: `o${i + 1}`, action })),
  )
  return planOf('missed', 0, steps)
}

/** The same machine for the same readings: what is laid out and planned on it is worked out once in a process. */
const machines = new Map<string, Machine>()

const machineWith = (readings: Parameters<typeof createMachine>[1]): Machine => {
  const key = JSON.stringify(readings)
  const machine = machines.get(key) ?? createMachine(lifecycle(), readings)
  machines.set(key, machine)
  return machine
}

/** Which kinds of order the company reviews first decides where the walks begin. */
export const machineFor = async (context: StepContext): Promise<Machine> => {
  const { placed } = await context.shared(exampleSequence)
  const { answer } = await context.shared(reviewedOrder)
  if (placed.status === 'pending_review') return machineWith({ 'create.review-first': 'always' })
  const reviews = fieldAt(answer, '/status/code') === 'pending_review'
  return machineWith(reviews ? {} : { 'create.review-first': 'never' })
}

/** What the walk goes to: every transition and every refused cell; freedoms are tried by others. */
const options = {
  goal: 'transitions',
  cells: true,
  companions: false,
  open: false,
  restAfterResume: true,
  seed: 7,
} as const

const walks = new WeakMap<Machine, WalkPlan>()

/** Under a budget what covers least for its requests is left out. */
const plansFor = (machine: Machine, effort: number): readonly Plan[] => {
  const again = secondVisits(machine)
  const walk = walks.get(machine) ?? planWalk(machine, options)
  walks.set(machine, walk)
  const { plans, requests } = walk
  return effort >= 1
    ? [...plans.map(withRequests), again]
    : planWalk(machine, { ...options, budget: Math.floor(requests * effort) }).plans.map(withRequests)
}

export const isShown = ({ focus }: StepContext, shown: readonly PlanAssertion[]): boolean =>
  shown.some(({ claim }) => isInFocus(focus, claim))

/** Where one rule is in focus, its reproducer comes first, and no further plan runs once it fails. */
const lookFor = async (context: StepContext, live: (plan: Plan) => Promise<PlanRun>) => {
  const reproducer = context.focus?.reproducer
  if (!reproducer) return null
  const planRun = await live(
    planOf(
      'sought',
      0,
      reproducer.map((action) => ({ order: 'o1', action })),
    ),
  )
  const answers = answerClaims(planRun)
  if (isShown(context, answers)) return answers
  const all = await claimsOf(context, [planRun])
  return isShown(context, all) ? all : null
}

const atOnce = 8

const rests = ({ steps }: Plan): number => steps.filter(({ action }) => action.do === 'read' && action.settle).length

/** Orders that come to rest in their own time are waited for together: each goes its way alone, several at once. */
const sideBySide = async (plans: readonly Plan[], live: (plan: Plan) => Promise<PlanRun>): Promise<void> => {
  const paths = plans.flatMap((plan) => ordersOf(plan).map((order) => project(plan, order)))
  // The events are read from the first order on, which is placed before all others.
  const [first, ...others] = paths.toSorted((one, other) => rests(one) - rests(other))
  if (first) await live(first)
  const waiting = others.toReversed()
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await live(next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** What the checks of creation place and then leave alone; `first` is the oldest. Of those whose fee is still to be quoted one is asked for later. */
const placedBefore = async (context: StepContext): Promise<{ orders: SpareOrders; first: string } | null> => {
  try {
    const all = acceptedOf(await context.shared(coveringOrdersPlaced))
    const isQuoted = ({ answer }: (typeof all)[number]): boolean => fieldAt(answer, '/fees/appraisal_fee') !== null
    const firstIn = (status: string) => all.find((one) => statusOf(one.answer) === status && !isQuoted(one))
    const kept = [firstIn('new'), firstIn('pending_review')]
    const left = all.filter((one) => !kept.includes(one))
    const [first] = left
    if (!first) return null
    const take: SpareOrders['take'] = ({ status, hasLoanNumber }) => {
      const at = left.findIndex(
        ({ order, answer }) =>
          statusOf(answer) === status && (!hasLoanNumber || typeof order.request.loan.number === 'string'),
      )
      return at < 0 ? undefined : left.splice(at, 1)[0]?.answer
    }
    return { orders: { take }, first: textAt(first.answer, '/id') }
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    return null
  }
}

export const orderWalk: Scenario<OrderWalk> = {
  id: 'order-walk',
  async run(context) {
    const machine = await machineFor(context)
    const surveyor: Surveyor = { machine, graph: buildGraph(machine), coverage: context.plans.coverage }
    const spare = context.focus ? null : await placedBefore(context)
    const runs: PlanRun[] = []
    const live = async (plan: Plan): Promise<PlanRun> => {
      const planRun = await executePlan(context, machine, plan, surveyor, spare?.orders)
      runs.push(planRun)
      return planRun
    }
    const ended = (shown: readonly PlanAssertion[]): OrderWalk => {
      const broken = shown.find(({ claim, step }) => step !== null && isInFocus(context.focus, claim))
      if (broken) context.focus!.found(pathTo(machine, broken.plan, broken.step!))
      return byRule(shown)
    }
    const found = await lookFor(context, live)
    if (found) return ended(found)
    const plans = plansFor(machine, context.effort)
    if (!context.control && !context.focus) await sideBySide(plans, live)
    else
      for (const plan of plans) {
        await live(plan)
        const answers = runs.flatMap(answerClaims)
        if (isShown(context, answers)) return ended(answers)
      }
    const missed = missedMoves(machine, byRule(runs.flatMap(answerClaims)))
    if (missed.steps.length > 0 && context.effort >= 1) await live(missed)
    return ended(await claimsOf(context, runs, spare?.first))
  },
}

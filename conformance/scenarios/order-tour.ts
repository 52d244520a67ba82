// Orders walked side by side through every move of the advance table, hold, resume, cancel and revision, every refused
// move tried on the way, and all answers, the feed, what was delivered and the list held against the model.
import { lifecycle } from '../contract/contract.ts'
import type { Action } from '../model/actions.ts'
import { advance, create } from '../model/actions.ts'
import { buildGraph } from '../model/graph.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { planTour, type TourPlan } from '../model/planner.ts'
import { acceptedRules } from '../model/rule-ids.ts'
import { wayTo } from '../model/way-to.ts'
import { createMachine, type Machine } from '../model/machine.ts'
import type { Surveyor } from '../model/walk-order.ts'
import type { Journey, StepContext } from '../kit/context.ts'
import { isSought } from '../kit/sought.ts'
import { exampleSequence } from './example-sequence.ts'
import { answerClaims, livePlan } from '../steps/live-plan.ts'
import type { Lived, ToldClaim } from '../model/lived-plan.ts'
import { historyClaims, listClaims } from '../steps/plan-history.ts'
import { fieldAt } from '../steps/read.ts'
import { reviewedOrder } from './reviewed-order.ts'

/** By rule: what was told of it. */
export type OrderTour = ReadonlyMap<string, readonly ToldClaim[]>

/** The revision requests of the order of the plan that most were asked for, rightly or wrongly: a refused one would show. */
const withRequests = (plan: Plan): Plan => {
  const asked = new Map<string, number>()
  for (const { order, action } of plan.steps)
    if (action.do === 'revision') asked.set(order, (asked.get(order) ?? 0) + 1)
  const [most] = [...asked].toSorted(([, one], [, other]) => other - one)
  const list: Action = { do: 'read', what: 'requests' }
  return most ? { ...plan, steps: [...plan.steps, { order: most[0], action: list }] } : plan
}

export const byRule = (claims: readonly ToldClaim[]): OrderTour => {
  const told = new Map<string, ToldClaim[]>()
  for (const one of claims) told.set(one.claim.rule, [...(told.get(one.claim.rule) ?? []), one])
  return told
}

/** All that can be told of plans that were lived; what they contradicted is kept to be tried again. */
export const claimsOf = async (context: StepContext, lives: readonly Lived[]): Promise<ToldClaim[]> => {
  const told = [
    ...lives.flatMap(answerClaims),
    ...(await historyClaims(context, lives)),
    ...(await listClaims(context, lives)),
  ]
  context.plans.told.push(...told.filter(({ claim }) => !claim.held))
  return told
}

export const tellOf = async (context: StepContext, lives: readonly Lived[]): Promise<OrderTour> =>
  byRule(await claimsOf(context, lives))

/** Moves that came up only where the order may have moved on by itself, each again as the shortest life that makes it. */
const missedMoves = (told: OrderTour): Plan => {
  const { new: first = [], ...rows } = lifecycle().advance
  const missed = Object.entries(rows).flatMap(([from, targets]) =>
    targets
      .filter((to) => first.includes(from) && acceptedRules(`advance:${to}`, from).some((rule) => !told.has(rule)))
      .map((to) => [from, to]),
  )
  const steps = missed.flatMap(([from, to], i) =>
    [create(), advance(from!), advance(to!)].map((action) => ({ order: `o${i + 1}`, action })),
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

/** What the tour goes to: every transition and every refused cell; freedoms are tried by others. */
const options = {
  goal: 'transitions',
  cells: true,
  companions: false,
  open: false,
  restAfterResume: true,
  seed: 7,
} as const

const tours = new WeakMap<Machine, TourPlan>()

/** Under a budget what covers least for its requests is left out. */
const plansFor = (machine: Machine, effort: number): readonly Plan[] => {
  const tour = tours.get(machine) ?? planTour(machine, options)
  tours.set(machine, tour)
  const { plans, requests } = tour
  return effort >= 1 ? plans : planTour(machine, { ...options, budget: Math.floor(requests * effort) }).plans
}

export const isShown = ({ sought }: StepContext, told: readonly ToldClaim[]): boolean =>
  told.some(({ claim }) => isSought(sought, claim))

/** Where one rule alone is sought, the way that broke it before comes first, and nothing more is lived once it is broken. */
const lookFor = async (context: StepContext, live: (plan: Plan) => Promise<Lived>) => {
  const way = context.sought?.way
  if (!way) return null
  const lived = await live(
    planOf(
      'sought',
      0,
      way.map((action) => ({ order: 'o1', action })),
    ),
  )
  const answers = answerClaims(lived)
  if (isShown(context, answers)) return answers
  const all = await claimsOf(context, [lived])
  return isShown(context, all) ? all : null
}

export const orderTour: Journey<OrderTour> = {
  id: 'order-tour',
  async run(context) {
    const machine = await machineFor(context)
    const surveyor: Surveyor = { machine, graph: buildGraph(machine), coverage: context.plans.coverage }
    const lives: Lived[] = []
    const live = async (plan: Plan): Promise<Lived> => {
      const lived = await livePlan(context, machine, plan, surveyor)
      lives.push(lived)
      return lived
    }
    const ended = (told: readonly ToldClaim[]): OrderTour => {
      const broken = told.find(({ claim, step }) => step !== null && isSought(context.sought, claim))
      if (broken) context.sought!.found(wayTo(machine, broken.plan, broken.step!))
      return byRule(told)
    }
    const found = await lookFor(context, live)
    if (found) return ended(found)
    for (const plan of plansFor(machine, context.effort)) {
      await live(withRequests(plan))
      const answers = lives.flatMap(answerClaims)
      if (isShown(context, answers)) return ended(answers)
    }
    const missed = missedMoves(byRule(lives.flatMap(answerClaims)))
    if (missed.steps.length > 0 && context.effort >= 1) await live(missed)
    return ended(await claimsOf(context, lives))
  },
}

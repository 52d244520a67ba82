// One order's walk through the plan: keeps its model and trail, and writes the steps and what they cover.
import { actionKey, settle, type Action } from './actions.ts'
import { assume, type Assumption } from './assume.ts'
import { createTrail, recordMove, recordRefusal, type Coverage, type Trail } from './coverage.ts'
import { needsRest, type Graph } from './graph.ts'
import { placeOf } from './resting.ts'
import type { OrderModel } from './order-model.ts'
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

export type OrderWalk = { steps: Action[]; model: OrderModel | null; trail: Trail }

export type Surveyor = {
  machine: Machine
  graph: Graph
  coverage: Coverage
}

export const createWalk = (): OrderWalk => ({ steps: [], model: null, trail: createTrail() })

const transitionBetween = (graph: Graph, from: string, key: string, to: string): string | undefined =>
  graph.transitions.find((one) => one.from === from && one.key === key && one.to === to)?.id

/** Notes what a step covers; `status` is the one that a refusal found, the model's own unless it was seen. */
export const coverStep = (
  { machine, graph, coverage }: Surveyor,
  trail: Trail,
  before: OrderModel | null,
  action: Action,
  outcome: { is: Assumption['is']; next: OrderModel; status?: StatusCode | null },
): void => {
  const key = actionKey(action)
  if (outcome.is === 'refused' && before) recordRefusal(coverage, outcome.status ?? before.status[0]!, key)
  if (action.do !== 'read') trail.interrupted ||= outcome.is !== 'accepted'
  if (outcome.is !== 'accepted') return
  const from = before ? placeOf(machine, before) : ''
  const transition = transitionBetween(graph, from, key, placeOf(machine, outcome.next))
  if (transition !== undefined) recordMove(coverage, trail, transition)
  else if (action.do !== 'read') trail.interrupted = true
}

/** Adds a step, and before it a rest where the step is decided only for an order at rest. */
export const take = (surveyor: Surveyor, walk: OrderWalk, action: Action): void => {
  if (walk.model && needsRest(surveyor.machine, walk.model, action)) take(surveyor, walk, settle)
  const assumption = assume(surveyor.machine, walk.model, action)
  coverStep(surveyor, walk.trail, walk.model, action, assumption)
  walk.steps.push(action)
  walk.model = assumption.next
}

// One order's walk through the plan: keeps its model and trail, and writes the steps and what they cover.
import { actionKey, settle, type Action } from './actions.ts'
import { assume, type Assumption } from './assume.ts'
import { recordMove, recordRefusal, type Coverage, type Trail } from './coverage.ts'
import { needsRest, type Graph } from './graph.ts'
import { placeOf, type OrderModel } from './order-model.ts'
import type { Machine } from './tables.ts'

export type OrderWalk = { steps: Action[]; model: OrderModel | null; trail: Trail }

export type Surveyor = {
  machine: Machine
  graph: Graph
  coverage: Coverage
}

export const createWalk = (): OrderWalk => ({ steps: [], model: null, trail: [] })

const transitionBetween = (graph: Graph, from: string, key: string, to: string): string | undefined =>
  graph.transitions.find((one) => one.from === from && one.key === key && one.to === to)?.id

/** Notes what a step that went as assumed covers. */
export const coverStep = (
  { machine, graph, coverage }: Surveyor,
  trail: Trail,
  before: OrderModel | null,
  action: Action,
  assumption: Assumption,
): void => {
  if (assumption.is === 'refused' && before) recordRefusal(coverage, before.status[0]!, actionKey(action))
  if (assumption.is !== 'accepted') return
  const from = before ? placeOf(machine, before) : ''
  const transition = transitionBetween(graph, from, actionKey(action), placeOf(machine, assumption.next))
  if (transition !== undefined) recordMove(coverage, trail, transition)
}

/** Adds a step, and before it a rest where the step is decided only for an order at rest. */
export const take = (surveyor: Surveyor, walk: OrderWalk, action: Action): void => {
  if (walk.model && needsRest(surveyor.machine, walk.model, action)) take(surveyor, walk, settle)
  const assumption = assume(surveyor.machine, walk.model, action)
  coverStep(surveyor, walk.trail, walk.model, action, assumption)
  walk.steps.push(action)
  walk.model = assumption.next
}

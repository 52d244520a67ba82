// One order's steps as a sequence of moves: each action with its place, and where it led on the model.
import { actionKey, settle, type Action } from './actions.ts'
import { assume } from './assume.ts'
import { needsRest } from './graph.ts'
import { placeOf } from './resting.ts'
import type { OrderModel } from './order-model.ts'
import type { PlanStep } from './plan.ts'
import type { Machine } from './machine.ts'

/** `id` names place and action; two moves of one id are the same move. */
export type Move = { id: string; from: string; to: string; action: Action }

const isLook = (action: Action): boolean => action.do === 'read'

/** The moves of one order, without its reads. */
export const sequenceOf = (machine: Machine, actions: readonly Action[]): Move[] => {
  let model: OrderModel | null = null
  return actions.flatMap((action) => {
    const from: string = model ? placeOf(machine, model) : ''
    model = assume(machine, model, action).next
    const to = placeOf(machine, model)
    return isLook(action) ? [] : [{ id: `${from} ${actionKey(action)}`, from, to, action }]
  })
}

/** Actions for the moves, with a rest wherever the model needs one; `last` may be a read. */
export const actionsOf = (
  machine: Machine,
  moves: readonly { action: Action }[],
  last: readonly Action[] = [],
): Action[] => {
  let model: OrderModel | null = null
  const actions: Action[] = []
  const add = (action: Action): void => {
    if (model && needsRest(machine, model, action)) add(settle)
    model = assume(machine, model, action).next
    actions.push(action)
  }
  for (const { action } of moves) add(action)
  for (const action of last) add(action)
  return actions
}

/** Moves that leave and return to one place, longest first, each cut out in turn. */
export const withoutLoops = (moves: readonly Move[]): Move[][] => {
  const cuts: { start: number; end: number }[] = []
  for (let start = 0; start < moves.length - 1; start++) {
    for (let end = start + 1; end < moves.length; end++) {
      if (moves[start]!.from === moves[end]!.from) cuts.push({ start, end })
    }
  }
  return cuts
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .map(({ start, end }) => [...moves.slice(0, start), ...moves.slice(end)])
}

export const stepsFor = (order: string, actions: readonly Action[]): PlanStep[] =>
  actions.map((action) => ({ order, action }))

// The machine laid out: every place an order can rest in, every decided move between them, every cell that must refuse.
import {
  actionKey,
  advance,
  cancel,
  correction,
  create,
  hold,
  reconsideration,
  resume,
  settle,
  type Action,
} from './actions.ts'
import { assume } from './assume.ts'
import { placeOf } from './resting.ts'
import type { OrderModel } from './order-model.ts'
import { statusCodes } from './tables.ts'
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** `from` is the empty text for a creation; `settle` says that the order must be seen at rest before. */
export type Transition = { id: string; from: string; to: string; key: string; action: Action }

export type Graph = {
  transitions: Transition[]
  /** An order resting at the place, reached by the fewest moves. */
  places: Map<string, OrderModel>
  /** Transition ids that can follow one another at once, as `first > second`. */
  pairs: string[]
  /** Refused cells as `status × key`, of every status that a plan can reach. */
  cells: string[]
}

export const pairId = (first: string, second: string): string => `${first} > ${second}`
export const cellId = (status: StatusCode, key: string): string => `${status} × ${key}`

/** The actions that may move an order, in the order in which they are tried. */
export const moves = (machine: Machine): Action[] => [
  ...statusCodes(machine.tables).map(advance),
  hold,
  resume,
  cancel,
  correction,
  reconsideration,
]

/**
 * The actions whose refusal is probed. Where one would lead, had it been carried out all the same, the next is refused as
 * well, so that it finds the order elsewhere and is not blamed itself.
 */
const probes = (machine: Machine): Action[] => [
  ...statusCodes(machine.tables).map(advance),
  { do: 'amend', field: 'lender_reference', value: 'probe' },
  { do: 'revision', kind: 'reconsideration_of_value', acknowledgement: 'none' },
  correction,
  hold,
  cancel,
  resume,
  reconsideration,
]

const transitionId = (from: string, key: string, to: string): string => `${from} ${key} ${to}`.trimStart()

const built = new WeakMap<Machine, Graph>()

export const buildGraph = (machine: Machine): Graph => {
  const graph = built.get(machine) ?? layOut(machine)
  built.set(machine, graph)
  return graph
}

const layOut = (machine: Machine): Graph => {
  const places = new Map<string, OrderModel>()
  const transitions: Transition[] = []
  const visit = (model: OrderModel | null, from: string, action: Action): void => {
    const { is, next } = assume(machine, model, action)
    if (is !== 'accepted') return
    const rested = assume(machine, next, settle).next
    const to = placeOf(machine, rested)
    const key = actionKey(action)
    const id = transitionId(from, key, to)
    if (!transitions.some((transition) => transition.id === id)) transitions.push({ id, from, to, key, action })
    if (!places.has(to)) places.set(to, rested)
  }
  visit(null, '', create('plain'))
  visit(null, '', create('reviewed'))
  // A map grows while it is walked: every place found is visited in its turn.
  for (const [place, model] of places) for (const action of moves(machine)) visit(model, place, action)
  const pairs = transitions.flatMap((first) =>
    transitions.filter((second) => second.from === first.to).map((second) => pairId(first.id, second.id)),
  )
  const passing = places.get('on_hold<new')
  const resumed =
    passing && machine.readings['lifecycle.off-hold-length'] !== 'not-seen'
      ? [assume(machine, passing, resume).next]
      : []
  return { transitions, places, pairs, cells: refusedCells(machine, [...places.values(), ...resumed]) }
}

const refusedCells = (machine: Machine, models: readonly OrderModel[]): string[] => {
  const cells = new Set<string>()
  for (const model of models) {
    const status = model.status[0]!
    for (const action of probesAt(machine, model)) cells.add(cellId(status, actionKey(action)))
  }
  return [...cells]
}

/** The refusals that can be demanded of an order as it is; a missing acknowledgement is tried where nothing else is wrong. */
export const probesAt = (machine: Machine, model: OrderModel): Action[] =>
  probes(machine).filter((action) => {
    if (assume(machine, model, action).is !== 'refused') return false
    return actionKey(action) !== 'revision:unacknowledged' || assume(machine, model, reconsideration).is === 'accepted'
  })

/** Whether an order just resumed must be seen at rest before the action, or what the action remembers, is decided. */
export const needsRest = (machine: Machine, model: OrderModel, action: Action): boolean =>
  model.status.length > 1 &&
  (action.do === 'hold' || action.do === 'cancel' || assume(machine, model, action).is === 'open')

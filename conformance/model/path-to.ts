// The way of one order to a step of a plan: what moved it there, without what was refused or read on the way; and as texts.
import {
  actionKey,
  advance,
  amendableFields,
  cancel,
  correction,
  create,
  hold,
  readable,
  reconsideration,
  resume,
  settle,
  type Action,
} from './actions.ts'
import { assume } from './assume.ts'
import type { OrderModel } from './order-model.ts'
import type { Plan } from './plan.ts'
import { statusCodes } from './tables.ts'
import type { LifecycleTables } from '../contract/lifecycle-tables.ts'
import type { Machine } from './machine.ts'

/** The step itself comes last, whatever it is. */
export const pathTo = (machine: Machine, { steps }: Plan, index: number): Action[] => {
  const { order, action: last } = steps[index]!
  let model: OrderModel | null = null
  const path = steps.slice(0, index).flatMap((one): Action[] => {
    if (one.order !== order) return []
    const { is, next } = assume(machine, model, one.action)
    const isLook = one.action.do === 'read' && one.action.settle !== true
    model = next
    return is === 'refused' || isLook ? [] : [one.action]
  })
  return [...path, last]
}

const nameOf = (action: Action): string =>
  action.do === 'read' && action.settle === true ? 'settle' : actionKey(action)

const known = (tables: LifecycleTables): Action[] => [
  create('plain'),
  create('reviewed'),
  ...statusCodes(tables).map(advance),
  hold,
  resume,
  cancel,
  correction,
  reconsideration,
  { do: 'revision', kind: 'reconsideration_of_value', acknowledgement: 'none' },
  { do: 'amend', field: amendableFields[0], value: 'probe' },
  ...readable.map((what): Action => ({ do: 'read', what })),
  settle,
]

export const pathText = (path: readonly Action[]): string => path.map(nameOf).join(' ')

/** Null where a name is not known, as one of a status that the contract has no longer. */
export const readPath = (tables: LifecycleTables, text: string): Action[] | null => {
  const byName = new Map(known(tables).map((action) => [nameOf(action), action]))
  const path = text.split(' ').map((name) => byName.get(name))
  return path.every((action) => action !== undefined) ? path : null
}

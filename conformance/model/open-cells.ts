// Walks that try once each cell left to a freedom; each comes last in a plan of its own, as it may or may not move the order.
import { actionKey, readOrder, resume, type Action } from './actions.ts'
import { assume } from './assume.ts'
import { cellId, moves, type Graph } from './graph.ts'
import type { OrderModel } from './order-model.ts'
import { pathBetween } from './shortest.ts'
import type { Machine } from './machine.ts'

const extras: Action[] = [
  { do: 'amend', field: 'lender_reference', value: 'open' },
  { do: 'amend', field: 'loan.number', value: '4711' },
  { do: 'message', to: 'manager' },
  { do: 'upload' },
]

const staysPut = (action: Action): boolean => extras.includes(action)

const sequenceTo = (machine: Machine, graph: Graph, place: string): { steps: Action[]; model: OrderModel } | null => {
  const path = pathBetween(graph, '', place)
  if (path === null) return null
  const steps = path.map(({ action }) => action)
  return {
    steps,
    model: steps.reduce<OrderModel | null>((model, action) => assume(machine, model, action).next, null)!,
  }
}

/** Plans that reach each place, and the place just after a resume, where the order may still move on. */
const runs = (machine: Machine, graph: Graph): { steps: Action[]; model: OrderModel }[] =>
  [...graph.places.keys()].flatMap((place) => {
    const sequence = sequenceTo(machine, graph, place)
    if (!sequence) return []
    if (place !== 'on_hold<new') return [sequence]
    return [sequence, { steps: [...sequence.steps, resume], model: assume(machine, sequence.model, resume).next }]
  })

/** Cells that do not move an order share a plan; each of the others has its own, ending with a read. */
export const openCellWalks = (machine: Machine, graph: Graph): Action[][] => {
  const tried = new Set<string>()
  return runs(machine, graph).flatMap(({ steps, model }) => {
    const status = model.status[0]!
    const due = [...moves(machine), ...extras].filter((action) => {
      const cell = cellId(status, actionKey(action))
      if (tried.has(cell) || assume(machine, model, action).is !== 'open') return false
      tried.add(cell)
      return true
    })
    const still = due.filter(staysPut)
    const [first, ...others] = due.filter((action) => !staysPut(action))
    const shared = [...still, ...(first ? [first] : [])]
    return [
      ...(shared.length > 0 ? [[...steps, ...shared, readOrder]] : []),
      ...others.map((action) => [...steps, action, readOrder]),
    ]
  })
}

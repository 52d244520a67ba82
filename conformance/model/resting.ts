// Where an order may be by now, and where it rests, permitted by what is known of a target.
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import type { Machine } from './machine.ts'
import { union, type OrderModel } from './order-model.ts'
import { isTransitional } from './tables.ts'

/** Every status the order may have reached on its own since it was last seen, permitted by what is known of the target. */
export const drift = (machine: Machine, model: OrderModel): StatusCode[] => {
  const reached = model.status.flatMap((status) => {
    if (isTransitional(machine.tables, status)) {
      const restored = model.previous.filter((code) => code !== status)
      return status === 'reactivated' ? [status, ...restored, 'new'] : [status, ...restored]
    }
    return [status]
  })
  return union(reached)
}

/** Where the order rests: a transitional status stands for the one it leads back to. */
const resting = (machine: Machine, model: OrderModel): StatusCode[] => {
  const restored = drift(machine, model).filter((code) => !isTransitional(machine.tables, code))
  const moved = model.status.some((code) => isTransitional(machine.tables, code))
  return moved && restored.length > 0 ? restored : model.status
}

/** The order's place in the machine: its resting status, with what was remembered while it is on hold. */
export const placeOf = (machine: Machine, model: OrderModel): string =>
  resting(machine, model)
    .map((status) => (status === 'on_hold' ? `on_hold<${model.previous.join('|')}` : status))
    .join('|')

/** The model once a read has shown the order at rest. */
export const atRest = (machine: Machine, model: OrderModel): OrderModel => ({
  ...model,
  status: resting(machine, model),
})

// Which statuses a simulated company could have moved an order to, were it to move sandbox orders on its own.
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** The statuses from which an advance, or several, could have led on, and those it led to. */
export const onward = (machine: Machine, from: readonly StatusCode[]): StatusCode[] => {
  const known = new Set(from)
  for (const status of known) {
    for (const next of machine.tables.advance[status] ?? []) known.add(next)
  }
  return [...known]
}

export const reachableSpontaneously = (machine: Machine, from: readonly StatusCode[], to: StatusCode): boolean =>
  !from.includes(to) && onward(machine, from).includes(to)

// Which statuses a make-believe company could have moved an order to, were it to move sandbox orders by itself.
import type { Machine, StatusCode } from './tables.ts'

export const reachableByItself = (machine: Machine, from: readonly StatusCode[], to: StatusCode): boolean => {
  const known = new Set(from)
  for (const status of known) {
    for (const next of machine.tables.advance[status] ?? []) known.add(next)
  }
  return known.has(to) && !from.includes(to)
}

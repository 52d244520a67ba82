// The fields of a body with their places, and the first fault among them.
import type { Fault } from '../client-rule.ts'

export type Place = { path: string; name: string; value: unknown }

/** Every field of a value, with its path. */
export const fieldsIn = (value: unknown, path = ''): Place[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    const own = `${path}/${name}`
    return [...(Array.isArray(value) ? [] : [{ path: own, name, value: entry }]), ...fieldsIn(entry, own)]
  })
}

/** Null where there is nothing of the kind, true where all is well, and else the first fault. */
export const firstFault = <T>(places: readonly T[], look: (place: T) => Fault | null): Fault | true | null => {
  if (places.length === 0) return null
  for (const place of places) {
    const fault = look(place)
    if (fault !== null) return fault
  }
  return true
}

export const plainCode = (text: string): string =>
  text
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

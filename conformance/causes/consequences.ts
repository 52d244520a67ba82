// Whether a finding follows from another: it looks at the same place of an answer that an invariant found wrong there.
import type { Finding } from '../../reports/run-record.ts'

const isPosition = (part: string): boolean => /^\d+$/.test(part)

/** The names on the way to a place; events carry under `data` what an order has at its root. */
const namesOf = (pointer: string): string[] => {
  if (!pointer.startsWith('/')) return [pointer.toLowerCase()]
  const names = pointer
    .slice(1)
    .split('/')
    .filter((part) => !isPosition(part))
  return names[0] === 'data' ? names.slice(1) : names
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths at which two values differ. */
const differencesOf = (one: unknown, other: unknown, path: string[] = []): string[][] => {
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [path]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differencesOf(one[key], other[key], [...path, key]),
  )
}

/** The places that a finding is about: of two objects only what differs. */
export const placesOf = ({ pointer, expected, received }: Finding): string[][] => {
  const start = pointer === null || pointer === '' ? [] : namesOf(pointer)
  return differencesOf(expected, received)
    .map((path) => [...start, ...path])
    .filter((path) => path.length > 0)
}

const startsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.every((name, index) => long[index] === name)

const endsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.every((name, index) => long[long.length - short.length + index] === name)

/** The same place, seen from further in or out; or something within it. */
const isWithin = (place: readonly string[], root: readonly string[]): boolean =>
  place.length >= root.length ? startsWith(place, root) || endsWith(place, root) : endsWith(root, place)

export type Root = { places: string[][]; evidence: ReadonlySet<string> }

export const rootOf = (findings: readonly Finding[]): Root => {
  const places = new Map(
    findings
      .filter(({ pointer }) => pointer !== null && pointer !== '' && pointer !== 'status')
      .map(({ pointer }) => [namesOf(pointer!).join('/'), namesOf(pointer!)]),
  )
  return { places: [...places.values()], evidence: new Set(findings.flatMap(({ requests }) => requests)) }
}

export const followsFrom = (finding: Finding, { places, evidence }: Root): boolean => {
  if (!finding.requests.some((id) => evidence.has(id))) return false
  const own = placesOf(finding)
  return own.length > 0 && own.every((place) => places.some((root) => isWithin(place, root)))
}

// The place of a finding in the body that shows it, as one line with an arrow.
import { isDeepStrictEqual } from 'node:util'
import { placeOfFinding } from './differences.ts'
import { parsedJson } from './parsed-json.ts'
import { isHolder } from './plain-values.ts'
import type { Finding, RecordedBody } from './run-record.ts'
import type { Run } from './summary.ts'
import { shortly } from './texts.ts'

const named = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

const parsed = (body: RecordedBody | undefined): unknown => (body?.cut ? undefined : parsedJson(body?.text))

const inObject = (value: Record<string, unknown>): string =>
  shortly(Array.isArray(value) ? value : Object.fromEntries(Object.entries(value)), 80)

const quoted = (name: string): string => shortly(JSON.stringify(name), 80)

const asJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.stringify(value) : value)

/** `"status": {"code":"new"}  ← no changed_at`, or the wrong value with an arrow; null where the body does not lead there. */
export const lineAt = (body: unknown, pointer: string): string | null => {
  const parts = pointer.split('/').slice(1).map(named)
  let value = body
  for (const [index, part] of parts.entries()) {
    // An array has entries, and lacks no name.
    if (!isHolder(value) || (Array.isArray(value) && !/^\d+$/.test(part))) return null
    const holder = index === 0 ? '' : `${quoted(parts[index - 1]!)}: `
    if (!Object.hasOwn(value, part))
      return index === parts.length - 1 ? `${holder}${inObject(value)}  ← no ${shortly(part, 60)}` : null
    value = value[part]
  }
  return parts.length === 0 ? null : `${quoted(parts.at(-1)!)}: ${shortly(asJson(value), 80)}  ← here`
}

/** Where a finding shows: the exchange or delivery, the place in it, and for a place in a body its line. */
type Spot = { id: string; pointer: string; line: string | null }

/** A value that was worked out has places of its own, which are none of a body. */
const pointerOf = (finding: Finding): string | null =>
  finding.pointer === null ? null : placeOfFinding(finding).pointer

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map(named)
    .reduce<unknown>((value, part) => (isHolder(value) && Object.hasOwn(value, part) ? value[part] : undefined), body)

/** Of a page, the entry that has what was received: a place in an event is none in the page of the feed that shows the event. */
const entryWith = (body: unknown, pointer: string, received: unknown): number => {
  const entries: unknown = isHolder(body) ? body['data'] : undefined
  if (!Array.isArray(entries) || received === undefined) return -1
  return entries.findIndex((one) => isDeepStrictEqual(valueAt(one, pointer), received))
}

const placeIn = (body: unknown, pointer: string, received: unknown): Omit<Spot, 'id'> | null => {
  const entry = entryWith(body, pointer, received)
  const place = entry < 0 ? pointer : `/data/${entry}${pointer}`
  const line = lineAt(body, place)
  return line === null ? null : { pointer: place, line }
}

/** The last one that has the place, or what should hold it; null where there is none. */
export const spotOf = (finding: Finding, bodyOf: (id: string) => RecordedBody | undefined): Spot | null => {
  const pointer = pointerOf(finding)
  const last = finding.requests.at(-1)
  if (pointer === null || pointer === '' || last === undefined) return null
  if (!pointer.startsWith('/')) return { id: last, pointer, line: null }
  for (const id of finding.requests.toReversed()) {
    const place = placeIn(parsed(bodyOf(id)), pointer, placeOfFinding(finding).received)
    if (place !== null) return { id, ...place }
  }
  return null
}

export const pointedLine = (finding: Finding, { exchanges, deliveries }: Run): string | null => {
  const bodyOf = (wanted: string): RecordedBody | undefined =>
    exchanges.find(({ id }) => id === wanted)?.response?.body ?? deliveries.find(({ id }) => id === wanted)?.body
  return spotOf(finding, bodyOf)?.line ?? null
}

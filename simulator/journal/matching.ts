// Which entries a filter means, and why an entry does not match.
import type { JournalMatch, JournalMiss } from '../public/har-types.ts'
import { idOf, headersOf } from './to-har.ts'
import { bytesOf } from './record.ts'
import type { JournalRecord } from './record.ts'

type Difference = JournalMiss['differences'][number]

const pathOf = ({ request: { url } }: JournalRecord): string =>
  url.slice(url.indexOf('/', url.indexOf('://') + 3)).split('?')[0]!

const escaped = (text: string): string => text.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&')

const fitsPath = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escaped).join('[^/]*')}$`).test(path)

const queryOf = ({ request: { url } }: JournalRecord): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')

const jsonOf = ({ request }: JournalRecord): unknown => {
  try {
    return JSON.parse(bytesOf(request.body).toString())
  } catch {
    return undefined
  }
}

/** The order that a creation made is in its answer alone. */
const orderOf = (record: JournalRecord): string | null => {
  if (record.orderId !== null || record.operation !== 'createOrder' || record.response === null) return record.orderId
  try {
    return (JSON.parse(bytesOf(record.response.body).toString()) as { id?: string }).id ?? null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Differences of the parts that are asked for; what else is there does not count. */
const partsOf = (field: string, expected: unknown, received: unknown): Difference[] => {
  if (!isObject(expected)) return Object.is(expected, received) ? [] : [{ field, expected, received }]
  if (!isObject(received) || Array.isArray(expected) !== Array.isArray(received)) return [{ field, expected, received }]
  return Object.entries(expected).flatMap(([name, one]) => partsOf(`${field}.${name}`, one, received[name]))
}

const statusOf = ({ response }: JournalRecord): number => response?.status ?? 0

const plain: [keyof JournalMatch, (record: JournalRecord) => unknown][] = [
  ['kind', ({ kind }) => kind],
  ['environment', ({ environment }) => environment],
  ['operation', ({ operation }) => operation],
  ['client_id', ({ clientId }) => clientId],
  ['order_id', orderOf],
  ['event_type', ({ event }) => event?.type ?? null],
  ['fault', ({ fault }) => fault],
  ['method', ({ request }) => request.method],
  ['status', statusOf],
  ['refused', (record) => statusOf(record) === 0 || statusOf(record) >= 400],
]

const ofNames = (
  field: string,
  wanted: Record<string, string | null> | undefined,
  valueOf: (name: string) => string | null,
): Difference[] =>
  Object.entries(wanted ?? {}).flatMap(([name, expected]) => {
    const received = valueOf(name)
    return received === expected ? [] : [{ field: `${field}.${name}`, expected, received }]
  })

const differences = (record: JournalRecord, match: JournalMatch): Difference[] => {
  const found: Difference[] = []
  for (const [field, valueOf] of plain) {
    const expected = match[field]
    if (expected === undefined) continue
    const received = valueOf(record)
    if (received !== expected) found.push({ field, expected, received })
  }
  const path = pathOf(record)
  if (match.path !== undefined && !fitsPath(match.path, path))
    found.push({ field: 'path', expected: match.path, received: path })
  if (match.headers) {
    const headers = headersOf(record.request.head)
    const valueOf = (wanted: string) =>
      headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value ?? null
    found.push(...ofNames('headers', match.headers, valueOf))
  }
  if (match.query) found.push(...ofNames('query', match.query, (name) => queryOf(record).get(name)))
  if (match.json !== undefined) found.push(...partsOf('json', match.json, jsonOf(record)))
  return found
}

export const fits = (record: JournalRecord, match: JournalMatch): boolean =>
  record.id < beforeOf(match) && differences(record, match).length === 0

/** A miss has N differences at most, and N misses are shown. */
const mostMisses = 3

/** What makes an exchange another one altogether, rather than one with something wrong. */
const identifying = new Set(['kind', 'operation', 'event_type', 'method', 'path'])

const distance = (found: readonly Difference[]): number =>
  found.reduce((sum, { field }) => sum + (identifying.has(field) ? 5 : 1), 0)

/** The entries that differ least, the newest first among equals. */
export const nearestMisses = (records: readonly JournalRecord[], match: JournalMatch): JournalMiss[] =>
  records
    .map((record) => ({ record, differences: differences(record, match) }))
    .filter(({ differences }) => differences.length > 0)
    .toSorted((a, b) => distance(a.differences) - distance(b.differences) || b.record.id - a.record.id)
    .slice(0, mostMisses)
    .map(({ record, differences }) => ({
      _id: idOf(record),
      request: `${record.request.method} ${pathOf(record)} ${record.response?.status ?? record.error ?? 0}`,
      differences,
    }))

/** Number of an entry's id; 0, before all of them, where there is none. */
export const afterOf = ({ since }: JournalMatch): number => Number(since?.slice(1) ?? 0)

/** Number that ids stay below. */
const beforeOf = ({ before }: JournalMatch): number => Number(before?.slice(1) ?? Infinity)

// The text of a data file: one header line, then batches of entries, each ended by a commit that counts them.
import { emptyData, keyOf, type Data, type Rows, type TableName } from './data.ts'

export const VERSION = 1
const FORMAT = 'assay-simulator-data'

/** Longer batches are handed out in several pieces, so that no single text grows without bound. */
const PIECE_LENGTH = 1 << 20

export type Entry =
  | { put: TableName; row: Rows[TableName] }
  | { delete: TableName; key: string }
  /** Ends a batch: how many entries it has. A batch without its commit never happened. */
  | { commit: number }

export const headerLine = `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`

/** The version a header line states, or undefined when the line is no header of ours. */
export function versionOf(line: string): number | undefined {
  const header = parse(line) as { format?: unknown; version?: unknown } | undefined
  return header?.format === FORMAT && typeof header.version === 'number' ? header.version : undefined
}

const tables: ReadonlySet<unknown> = new Set(Object.keys(emptyData()))

/** The entry a line holds, or undefined when it holds none. */
export function decode(line: string): Entry | undefined {
  const entry = parse(line) as Partial<Record<'put' | 'row' | 'delete' | 'key' | 'commit', unknown>> | undefined
  if (typeof entry?.commit === 'number') return { commit: entry.commit }
  if (tables.has(entry?.delete) && typeof entry?.key === 'string') return entry as Entry
  if (tables.has(entry?.put) && isObject(entry?.row) && typeof keyOf(entry.row as Rows[TableName]) === 'string') {
    return entry as Entry
  }
  return undefined
}

/** Every row of the data as one batch. */
export function* encodeAll(data: Data): Generator<string> {
  function* entries(): Generator<Entry> {
    for (const [table, rows] of Object.entries(data)) {
      for (const row of rows.values()) yield { put: table as TableName, row }
    }
  }
  yield* encodeBatch(entries())
}

export function* encodeBatch(entries: Iterable<Entry>): Generator<string> {
  let piece = ''
  let count = 0
  for (const entry of entries) {
    piece += `${JSON.stringify(entry)}\n`
    count += 1
    if (piece.length >= PIECE_LENGTH) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}${JSON.stringify({ commit: count })}\n`
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

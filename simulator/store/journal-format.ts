// The text of a data file: one header line, then batches of entries, each ended by a commit that counts them and has their checksum.
import { isObject } from '../lib/is-object.ts'
import { crc32 } from 'node:zlib'
import { emptyData, keyOf, type Data, type Rows, type TableName } from './data.ts'
import { putIn } from './row-text.ts'

/** Batches of version 1 have no checksum, and files of version 2 no personas; both are read, and not written any more. */
export const VERSION = 3
const FORMAT = 'assay-simulator-data'

/** Longer batches are handed out in several pieces, so that no single text grows without bound. */
const PIECE_LENGTH = 1 << 20

export type Entry =
  | { put: TableName; row: Rows[TableName] }
  /** The same, of a line that is not read yet. */
  | { put: TableName; key: string; line: Buffer }
  | { delete: TableName; key: string }
  /**
   * Ends a batch: how many entries it has, the CRC-32 of their lines, and which batch of the file it is, which files of earlier assays do
   * not say. A batch without its commit never happened.
   */
  | { commit: number; crc?: number; batch?: number }

export const headerLine = `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`

/** The version a header line states, or undefined when the line is no header of ours. */
export function versionOf(line: string): number | undefined {
  const header = parse(line) as { format?: unknown; version?: unknown } | undefined
  return header?.format === FORMAT && typeof header.version === 'number' ? header.version : undefined
}

const tables: ReadonlySet<unknown> = new Set(Object.keys(emptyData()))

type Name = 'put' | 'row' | 'delete' | 'key' | 'commit' | 'crc' | 'batch'

/** The entry a line holds, or undefined when it holds none. A row is left as its line where the batch has a checksum that answers for it. */
export function decode(line: Buffer, version: number): Entry | undefined {
  const found = version > 1 ? putIn(line) : undefined
  if (found !== undefined && tables.has(found.table)) return { put: found.table as TableName, key: found.key, line }
  const entry = parse(line.toString()) as Partial<Record<Name, unknown>> | undefined
  if (typeof entry?.commit === 'number') {
    const { commit, crc, batch, ...unknown } = entry
    // The checksum does not answer for this line: a bit that flipped in a name would leave the number of the batch unread.
    if (Object.keys(unknown).length > 0) return undefined
    return { commit, ...(typeof crc === 'number' && { crc }), ...(typeof batch === 'number' && { batch }) }
  }
  if (tables.has(entry?.delete) && typeof entry?.key === 'string') return entry as Entry
  if (tables.has(entry?.put) && isObject(entry?.row) && typeof keyOf(entry.row as Rows[TableName]) === 'string') {
    return entry as Entry
  }
  return undefined
}

/** Every row of the data as one batch: as they are now, however long the writing takes. One that is still a line is written as it is. */
export function encodeAll(data: Data): Generator<string> {
  const tables = Object.entries(data).map(([table, rows]) => ({ table: table as TableName, rows: rows.held() }))
  function* entries(): Generator<Entry | Buffer> {
    for (const { table, rows } of tables) for (const row of rows) yield Buffer.isBuffer(row) ? row : { put: table, row }
  }
  return encodeBatch(entries(), 1)
}

/** @param batch counted from 1, that of the snapshot */
export function* encodeBatch(entries: Iterable<Entry | Buffer>, batch: number): Generator<string> {
  let piece = ''
  let count = 0
  let crc = 0
  for (const entry of entries) {
    piece += Buffer.isBuffer(entry) ? entry.toString() : `${JSON.stringify(entry)}\n`
    count += 1
    if (piece.length >= PIECE_LENGTH) {
      crc = crc32(piece, crc)
      yield piece
      piece = ''
    }
  }
  crc = crc32(piece, crc)
  yield `${piece}${JSON.stringify({ commit: count, crc, batch })}\n`
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

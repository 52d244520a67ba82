// Reads a data file back into tables: whole batches count, a torn end is dropped, anything else wrong is refused.
import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { emptyData, keyOf, type Data, type Rows } from './data.ts'
import { VERSION, decode, versionOf, type Entry } from './journal-format.ts'
import type { RowMap } from './row-map.ts'
import { fitRow, RowError } from './row-text.ts'
import { StoreError, systemCode } from './store-error.ts'

const LINE_FEED = 10
const CHUNK_BYTES = 1 << 20
/** More than the header of any version may take. */
const HEADER_BYTES = 256

/**
 * `batches` were whole; `dropped` counts the bytes of an unfinished last batch, which nobody was shown is safe; the file has `length` bytes, and the first batch,
 * which came with it, ends at `snapshot`.
 */
export type Folded = { data: Data; batches: number; dropped: number; version: number; length: number; snapshot: number }

/**
 * Null when there is no file yet, or an empty one. Throws `StoreError`: `data_file_unreadable`, `data_file_foreign`,
 * `data_file_too_new`, `data_file_damaged`.
 */
export async function readJournal(file: string): Promise<Folded | null> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw unreadable(file, error)
  })
  if (handle === undefined) return null
  try {
    const header = await readHeader(handle, file)
    return header === undefined ? null : await fold(handle, file, header)
  } catch (error) {
    if (error instanceof RowError) throw damaged(file, error.message)
    throw error instanceof StoreError ? error : unreadable(file, error)
  } finally {
    await handle.close()
  }
}

type Header = { start: number; version: number }

/** Where the entries begin; undefined for an empty file. Reads no more than a header can take. */
async function readHeader(handle: FileHandle, file: string): Promise<Header | undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
  if (bytesRead === 0) return undefined
  const end = buffer.subarray(0, bytesRead).indexOf(LINE_FEED)
  const version = versionOf(buffer.toString('utf8', 0, Math.max(0, end)))
  if (version === undefined) {
    throw new StoreError(
      'data_file_foreign',
      `The data file ${file} was expected to be one that assay wrote, or not to exist yet, but it holds something else; it was left untouched: name another file.`,
    )
  }
  if (version > VERSION) {
    throw new StoreError(
      'data_file_too_new',
      `The data file ${file} was expected to have format version ${VERSION} at most and has ${version}; it was left untouched: use a newer assay or name another file.`,
    )
  }
  return { start: end + 1, version }
}

async function fold(handle: FileHandle, file: string, { start, version }: Header): Promise<Folded> {
  const data = emptyData((fault) => damaged(file, fault))
  let batch: Entry[] = []
  let crc = 0
  let commits = 0
  let number = 1
  let read = start
  let committed = start
  let snapshot = 0
  for await (const lines of linesOf(handle, start)) {
    for (const line of lines) {
      number += 1
      read += line.length
      // What is left of one that the file ends in the middle of says nothing.
      const isEnded = line.at(-1) === LINE_FEED
      const entry = isEnded ? decode(line, version) : undefined
      if (entry === undefined) {
        if (isEnded) throw damaged(file, `line ${number} was expected to be an entry and is none`)
      } else if (!('commit' in entry)) {
        batch.push(entry)
        crc = crc32(line, crc)
      } else if (entry.commit !== batch.length) {
        throw damaged(file, `line ${number} was expected to end ${entry.commit} entries, but ${batch.length} came`)
      } else if (version > 1 && entry.crc !== crc) {
        throw damaged(file, `the entries before line ${number} do not have the checksum that they were written with`)
      } else if (entry.batch !== undefined && entry.batch !== commits + 1) {
        throw damaged(
          file,
          `line ${number} was expected to end batch ${commits + 1}, but ends batch ${entry.batch}: lines are doubled or missing`,
        )
      } else {
        for (const change of batch) apply(data, change)
        batch = []
        crc = 0
        commits += 1
        committed = read
        if (commits === 1) snapshot = committed
      }
    }
  }
  // The first batch came with the file, by one rename: it cannot have been torn by a crash.
  if (commits === 0) throw damaged(file, 'its first batch was expected to be whole and is cut off')
  return { data, batches: commits, dropped: read - committed, version, length: read, snapshot }
}

function apply(data: Data, entry: Entry): void {
  if ('line' in entry) data[entry.put].set(entry.key, entry.line)
  else if ('put' in entry)
    (data[entry.put] as RowMap<Rows[typeof entry.put]>).set(keyOf(entry.row), fitRow(entry.put, entry.row))
  else if ('delete' in entry) data[entry.delete].delete(entry.key)
}

/**
 * Each with its line feed, as it is kept: a part of it would be one more object. Splits at line feeds alone: JSON text may hold every
 * other character that some readers take for a line's end.
 */
async function* linesOf(handle: FileHandle, start: number): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  const join = (last: Buffer) => {
    const line = rest.length === 0 ? last : Buffer.concat([...rest, last])
    rest = []
    return line
  }
  for (let position = start; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) break
    position += bytesRead
    const chunk = buffer.subarray(0, bytesRead)
    const lines: Buffer[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      lines.push(join(chunk.subarray(from, end + 1)))
      from = end + 1
    }
    if (from < bytesRead) rest.push(chunk.subarray(from))
    yield lines
  }
  const line = join(Buffer.alloc(0))
  if (line.length > 0) yield [line]
}

function unreadable(file: string, cause: unknown): StoreError {
  return new StoreError(
    'data_file_unreadable',
    `The data file ${file} was expected to be readable, but the system answered ${systemCode(cause) ?? String(cause)}: check its path and permissions, or name another file.`,
    cause,
  )
}

export function damaged(file: string, what: string): StoreError {
  return new StoreError(
    'data_file_damaged',
    `The data file ${file} is damaged: ${what}; it was left untouched: restore it from a copy or name another file.`,
  )
}

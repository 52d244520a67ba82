// A recording that is too long for one text, entry by entry: HAR 1.2 by a parser of streams, NDJSON by its lines.
import { JSONParser } from '@streamparser/json'
import { bounds } from '../../../fixtures/bounds.ts'
import { CodedError } from '../../contract/coded-error.ts'
import { createCompact } from './compact.ts'
import {
  begins,
  broken,
  checked,
  entryOfLine,
  foreign,
  isWholeLine,
  readEntries,
  type ReadEntries,
} from './read-entries.ts'
import type { HarEntry } from './har-entry.ts'
import { spareMemory } from './spare-memory.ts'

/** Entries between two looks at the memory in use. */
const often = 1_000

type Reader = { write(chunk: Buffer): void; end(): Omit<ReadEntries, 'entries' | 'fromStart'> }

type Add = (entry: HarEntry) => void

const harReader = (name: string, add: Add): Reader => {
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.entries.*'], keepStack: false })
  let read = 0
  let count = 0
  let thrown: unknown
  parser.onValue = ({ value }) => {
    count += 1
    add(checked(value, `Entry ${count} of ${name}`))
  }
  parser.onError = (error) => {
    thrown ??= error
  }
  const look = (): void => {
    if (thrown instanceof CodedError) throw thrown
    if (thrown !== undefined) throw broken(read, name)
  }
  return {
    write(chunk) {
      read += chunk.length
      parser.write(chunk)
      look()
    },
    end() {
      if (!parser.isEnded) parser.end()
      look()
      if (count === 0) throw foreign(undefined, name)
      return { isCut: false, tooLong: [] }
    },
  }
}

const newline = 0x0a

const lineReader = (name: string, add: Add): Reader => {
  let parts: Buffer[] = []
  let length = 0
  let number = 0
  const tooLong: string[] = []
  const take = (part: Buffer): void => {
    length += part.length
    if (length <= bounds.audited.lineBytes) parts.push(part)
    else parts = []
  }
  /** Null where the line is too long to be kept. */
  const taken = (): string | null => {
    const line = length > bounds.audited.lineBytes ? null : Buffer.concat(parts).toString()
    parts = []
    length = 0
    number += 1
    return line
  }
  const readLine = (line: string | null): void => {
    if (line === null) tooLong.push(String(number))
    else if (line.trim() !== '') add(entryOfLine(line, `Line ${number} of ${name}`))
  }
  return {
    write(chunk) {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        take(chunk.subarray(from, at))
        readLine(taken())
        from = at + 1
      }
      take(chunk.subarray(from))
    },
    end() {
      const last = taken()
      const isCut = last !== null && last.trim() !== '' && !isWholeLine(last)
      if (!isCut) readLine(last)
      return { isCut, tooLong }
    },
  }
}

/** A HAR file begins with its log; a line of NDJSON with a field of an entry. */
const isHar = (head: string): boolean => /^\uFEFF?\s*\{\s*"(log|comment|version|creator|pages)"/.test(head)

const withoutMark = (chunk: Buffer): Buffer =>
  chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? chunk.subarray(3) : chunk

/**
 * Reads ahead until it is known whether the recording is long; what is short is read as a text.
 * @throws CodedError, exit code 3: unreadable_journal, unfit_journal
 */
export const readStream = async (
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
  most = bounds.audited.textBytes,
): Promise<ReadEntries> => {
  const entries: HarEntry[] = []
  const compact = createCompact()
  const add = (entry: HarEntry): void => {
    if (entries.push(compact(entry)) % often === 0) spareMemory()
  }
  let head: Buffer[] = []
  let length = 0
  let reader: Reader | undefined
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array)
    if (reader) {
      reader.write(bytes)
      continue
    }
    head.push(bytes)
    length += bytes.length
    if (length <= most) continue
    const whole = withoutMark(Buffer.concat(head))
    head = []
    reader = (isHar(whole.subarray(0, 200).toString()) ? harReader : lineReader)(name, add)
    reader.write(whole)
  }
  if (!reader) return readEntries(Buffer.concat(head).toString(), name)
  const ended = reader.end()
  return { entries, fromStart: begins(entries), ...ended }
}

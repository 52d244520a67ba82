// The text of a journal as entries: HAR 1.2, or NDJSON with one entry a line.
import { CodedError } from '../../contract/coded-error.ts'
import { faultOfEntry, readable, type HarEntry } from './har-entry.ts'

export type ReadEntries = {
  entries: HarEntry[]
  /** Whether the first entry is the first that there was, as far as the journal itself says. */
  fromStart: boolean
  /** Whether the last line is not whole, and was left out. */
  isCut: boolean
  /** Numbers of the lines that are too long, and were left out. */
  tooLong: readonly string[]
}

export const checked = (value: unknown, place: string): HarEntry => {
  const fault = faultOfEntry(value)
  if (fault === null) return readable(value as HarEntry)
  throw new CodedError(
    'unfit_journal',
    `${place} must be an entry of HAR 1.2, but ${fault.replaceAll('`', '')}; export the traffic again.`,
  )
}

const parsedOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isWholeLine = (line: string): boolean => parsedOrNull(line) !== undefined

/** @throws CodedError, exit code 3: unreadable_journal, unfit_journal */
export const entryOfLine = (line: string, place: string): HarEntry => {
  const value = parsedOrNull(line)
  if (value === undefined)
    throw new CodedError(
      'unreadable_journal',
      `${place} must be JSON, but it is not; give HAR 1.2, or NDJSON with one entry a line.`,
    )
  return checked(value, place)
}

type Log = { entries?: unknown[] }
type Har = Log & { log?: Log }

/** An extension of a browser is handed the log alone, by `devtools.network.getHAR`. */
const logIn = (whole: Har | null | undefined): unknown[] | undefined =>
  [whole?.log?.entries, whole?.entries].find((entries) => Array.isArray(entries))

/** The first request of a simulator says that it is, or was the first entry of all. */
export const begins = (entries: readonly HarEntry[]): boolean => {
  const first = entries.find(({ _kind }) => _kind !== 'delivery')
  return first?._start === true || first?._id === 'j1'
}

const fromHar = (log: readonly unknown[], name: string): ReadEntries => {
  const entries = log.map((entry, index) => checked(entry, `Entry ${index + 1} of ${name}`))
  return { entries, fromStart: begins(entries), isCut: false, tooLong: [] }
}

/** The last line may be one that is still being written. */
const fromLines = (text: string, name: string): ReadEntries => {
  const lines = text.split('\n')
  const isFirst = lines.slice(0, -1).every((line) => line.trim() === '')
  const isCut = !isFirst && lines.at(-1)!.trim() !== '' && parsedOrNull(lines.at(-1)!) === undefined
  const whole = isCut ? lines.slice(0, -1) : lines
  const entries = whole.flatMap((line, index) =>
    line.trim() === '' ? [] : [entryOfLine(line, `Line ${index + 1} of ${name}`)],
  )
  return { entries, fromStart: begins(entries), isCut, tooLong: [] }
}

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : typeof value === 'object' ? 'an empty object' : `a ${typeof value}`
}

/** JSON of one value that is no entry: a HAR file without its log, or something else altogether. */
export const foreign = (value: unknown, name: string): CodedError => {
  const fields = Object.keys(value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {})
  const what = fields.length > 0 ? `an object with ${fields.slice(0, 3).join(', ')}` : kindOf(value)
  return new CodedError(
    'unfit_journal',
    `${name} must be HAR 1.2 with log.entries, or NDJSON with one entry a line, but it is JSON of another kind (${what}); ` +
      'export the traffic as HAR.',
  )
}

/** Whether a file begins as an object or a list does; then its JSON is broken, and a list of lines it never was. */
const isBroken = (text: string): boolean => {
  const [first = ''] = text.trimStart().split('\n', 1)
  return /^[{[]/.test(first) && parsedOrNull(first) === undefined
}

export const broken = (length: number, name: string): CodedError =>
  new CodedError(
    'unreadable_journal',
    `${name} must be whole HAR 1.2, or NDJSON with one entry a line, but its JSON is cut off or damaged ` +
      `(${length} characters are there); export the traffic again.`,
  )

/** @throws CodedError, exit code 3: unreadable_journal, unfit_journal */
export const readEntries = (text: string, name: string): ReadEntries => {
  const plain = text.replace(/^\uFEFF/, '')
  const whole = parsedOrNull(plain)
  const log = logIn(whole as Har | null | undefined)
  if (log !== undefined) return fromHar(log, name)
  if (whole !== undefined && typeof (whole as HarEntry | null)?.request !== 'object') throw foreign(whole, name)
  if (whole === undefined && isBroken(plain)) throw broken(plain.length, name)
  return fromLines(plain, name)
}

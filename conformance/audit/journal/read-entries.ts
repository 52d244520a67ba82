// The text of a journal as entries: HAR 1.2, or NDJSON with one entry a line.
import { CodedError } from '../../contract/coded-error.ts'
import { faultOfEntry, type HarEntry } from './har-entry.ts'

export type ReadEntries = {
  entries: HarEntry[]
  /** Whether the first entry is the first that there was, as far as the journal itself says. */
  fromStart: boolean
}

const checked = (value: unknown, place: string): HarEntry => {
  const fault = faultOfEntry(value)
  if (fault === null) return value as HarEntry
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

type Har = { log?: { creator?: { name?: string }; entries?: unknown[] } }

export const begins = (entries: readonly HarEntry[]): boolean => entries[0]?._id === 'j1'

const fromHar = ({ log }: Har, name: string): ReadEntries => {
  const entries = log!.entries!.map((entry, index) => checked(entry, `Entry ${index + 1} of ${name}`))
  return { entries, fromStart: begins(entries) }
}

/** The last line may be one that is still being written. */
const fromLines = (text: string, name: string): ReadEntries => {
  const lines = text.split('\n')
  const entries = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    if (index === lines.length - 1 && parsedOrNull(line) === undefined) return []
    return [entryOfLine(line, `Line ${index + 1} of ${name}`)]
  })
  return { entries, fromStart: begins(entries) }
}

/** @throws CodedError, exit code 3: unreadable_journal, unfit_journal */
export const readEntries = (text: string, name: string): ReadEntries => {
  const plain = text.replace(/^\uFEFF/, '')
  const whole = parsedOrNull(plain) as Har | undefined
  if (Array.isArray(whole?.log?.entries)) return fromHar(whole, name)
  return fromLines(plain, name)
}

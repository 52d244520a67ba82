// Which answers of the client a recording cannot show: a proxy that gets none gives one of its own, and Polly.JS leaves the call out.
import type { HarEntry } from './har-entry.ts'
import { isOwn, statusIn } from './recording.ts'

export type UnknownAnswers = {
  /** Calls with an error in the place of an answer, of what may be a proxy. */
  errors: number
  /** What the first of these says. */
  error: string | null
  /** Whether calls without an answer are left out. */
  areLeftOut: boolean
}

/** A browser is the client itself, and its errors are the client's. */
const isOfBrowser = (error: string): boolean => error.startsWith('net::') || error.startsWith('NS_')

const errorIn = (entry: HarEntry): string | null => {
  if (isOwn(entry) || statusIn(entry) !== null) return null
  const error = entry._error ?? entry.response?._error ?? ''
  return error === '' || isOfBrowser(error) ? null : error
}

const isOfPolly = ({ _id, _order }: HarEntry): boolean => _order !== undefined && /^[0-9a-f]{32}$/.test(_id ?? '')

export const unknownAnswersIn = (entries: readonly HarEntry[]): UnknownAnswers => {
  const errors = entries.flatMap((entry) => errorIn(entry) ?? [])
  return { errors: errors.length, error: errors[0] ?? null, areLeftOut: entries.some(isOfPolly) }
}

// A form whose file the record has in part: where that goes on as it began, a script makes the same file.
import { createHash } from 'node:crypto'
import type { RecordedBody } from './recorded-traffic.ts'

/** `unit` again and again, up to a number of bytes. */
type FilledBody = { head: string; unit: string; bytes: number; tail: string }

/** Behind the headers of the part that has a file name; 0 where there is none. */
const fileBegins = (text: string): number => {
  const named = text.indexOf('filename="')
  const end = named < 0 ? -1 : text.indexOf('\r\n\r\n', named)
  return end < 0 ? 0 : end + 4
}

/** Characters. */
const longestUnit = 2_000
const looked = 3 * longestUnit

/** What comes to the end of a text again and again, and what stands before it. */
const repeatedIn = (text: string): { before: string; unit: string } | null => {
  // A file may begin otherwise.
  const end = text.slice(Math.max(text.length - looked, Math.floor(text.length / 3)))
  const most = Math.floor(end.length / 3)
  const isPeriod = (length: number): boolean => end.endsWith(end.slice(0, -length))
  let period = 1
  while (period <= most && !isPeriod(period)) period += 1
  if (period > most) return null
  let start = text.length - end.length
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start -= 1
  return { before: text.slice(0, start), unit: text.slice(start, start + period) }
}

export const bytesOfFilled = ({ head, unit, bytes, tail }: FilledBody): Buffer =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, unit), Buffer.from(tail)])

/** Null where it is not so: the digest of the record says whether it is. */
export const filledBody = (body: RecordedBody): FilledBody | null => {
  const text = body?.cut ? body.text : undefined
  const start = fileBegins(text ?? '')
  if (!body || text === undefined || start === 0 || !text.startsWith('--')) return null
  const repeated = repeatedIn(text.slice(start))
  if (repeated === null) return null
  const head = text.slice(0, start) + repeated.before
  const tail = `\r\n${text.slice(0, text.indexOf('\r\n'))}--\r\n`
  const bytes = body.bytes - Buffer.byteLength(head) - Buffer.byteLength(tail)
  const filled = { head, unit: repeated.unit, bytes, tail }
  const isSame = (): boolean => createHash('sha256').update(bytesOfFilled(filled)).digest('hex') === body.sha256
  return bytes > 0 && isSame() ? filled : null
}

// One exchange as the journal keeps it: references to what was read and written anyway; nothing is copied or serialised.
import type { Environment } from '../domain/records.ts'

export type Header = readonly [name: string, value: string]

/** Headers as they were at hand: the text of a head from `HTTP/` on, pairs, or names and values in turn, a line each (no name has a slash). */
export type Head = string | readonly Header[]

export type KeptBody = { chunks: readonly (Buffer | string)[]; size: number; truncated: boolean }

export type JournalRecord = {
  /** 1, 2, … once it is in the journal, 0 before; never used twice. */
  id: number
  kind: 'request' | 'delivery'
  /** The first request of all, or the first after the user said that the client starts. */
  isStart?: true
  /** Wire time, epoch milliseconds. */
  at: number
  /** Domain time, epoch milliseconds. */
  domainAt: number
  /** Real milliseconds to the first byte of the answer and to its end. */
  waitMs: number
  totalMs: number
  environment: Environment | null
  operation: string | null
  clientId: string | null
  orderId: string | null
  fault: string | null
  error: string | null
  /** Of a delivery: whose it is. */
  account?: string
  event: { id: string; type: string; attempt: number | null } | null
  request: { method: string; url: string; httpVersion: string; head: Head; body: KeptBody }
  /** Null where no answer came or none left. */
  response: { status: number; head: Head; body: KeptBody } | null
  /** Of both bodies as they are kept, where that is known without them. */
  length?: number
}

export const textBody = (text: string, truncated = false): KeptBody => ({
  chunks: text === '' ? [] : [text],
  size: Buffer.byteLength(text),
  truncated,
})

/** Of what is kept of it. */
export const lengthOf = ({ chunks }: KeptBody): number => {
  let sum = 0
  for (const chunk of chunks) sum += chunk.length
  return sum
}

export const bytesOf = ({ chunks }: KeptBody): Buffer =>
  Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)))

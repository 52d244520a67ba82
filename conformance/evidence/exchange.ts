// One recorded request and what came back: raw bytes, headers in the case they had, and how long it took.
import { prune } from './prune.ts'
import type { Environment, Role } from './roles.ts'

export type Headers = [name: string, value: string][]

/** `protocol`: what came is no HTTP, or more of it than can be taken. */
export type Failure = {
  kind: 'timeout' | 'refused' | 'reset' | 'protocol' | 'tls' | 'dns' | 'other'
  message: string
  /** Of an answer that was larger than what is taken. */
  status?: number
}

export type Exchange = {
  /** `x1`, `x2`, … in the order sent. */
  id: string
  /** Who sent it: a check, a scenario, or a part of the run. */
  source: string
  operation: string | null
  role: Role | null
  environment: Environment
  request: { method: string; url: string; headers: Headers; body: Uint8Array | null }
  response: { status: number; headers: Headers; body: Uint8Array } | null
  /** Why there is no response. */
  failure: Failure | null
  /** A redirect led there, to a storage that is not the service. */
  redirected?: true
  /** Milliseconds since 1970, and for how long. */
  startedAt: number
  ms: number
}

export type Answered = Exchange & { response: NonNullable<Exchange['response']> }

export const isAnswered = (exchange: Exchange): exchange is Answered => exchange.response !== null

/** The value of a header, whatever its case; undefined where it is absent. */
export const headerOf = (headers: Headers, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1]
}

/** The number of a header that is all digits; undefined where it is absent or anything else. */
export const numberOf = (headers: Headers, name: string): number | undefined => {
  const text = headerOf(headers, name)?.trim() ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** The seconds of a header, with a fraction or without; undefined where it is absent or anything else. */
export const secondsOf = (headers: Headers, name: string): number | undefined => {
  const text = headerOf(headers, name)?.trim() ?? ''
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

export const headersNamed = (headers: Headers, name: string): string[] => {
  const wanted = name.toLowerCase()
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of some bytes, or undefined where they are no UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** JSON, a byte order mark or white space begins with one of these; a file or a form of 25 MB is not made into a text to see that it is none. */
const firstBytes = new Set(Buffer.from('{["-0123456789tfn \t\r\n\u{FEFF}'))

const mayBeJson = ([first = 0, second]: Uint8Array): boolean =>
  firstBytes.has(first) && !(first === 0x2d && second === 0x2d)

const parsed = new WeakMap<Uint8Array, { value: unknown } | 'unreadable'>()

/** The JSON value in some bytes, pruned, or undefined where they hold none; parsed once. */
export const jsonOf = (bytes: Uint8Array): unknown => {
  let known = parsed.get(bytes)
  if (known === undefined) {
    try {
      known = mayBeJson(bytes) ? { value: prune(JSON.parse(textOf(bytes) ?? 'not UTF-8')) } : 'unreadable'
    } catch {
      known = 'unreadable'
    }
    parsed.set(bytes, known)
  }
  return known === 'unreadable' ? undefined : known.value
}

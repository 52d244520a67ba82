// What is known of one entry, decided here alone: a recording is not the wire, and what it lacks is neither empty nor absent.
import { headerOf, jsonOf, type Headers } from '../../evidence/exchange.ts'
import { sentBytes, type HarEntry } from './har-entry.ts'
import { isMasked } from './masked.ts'
import { isOwn, statusIn, type Recording } from './recording.ts'
import { lengthIn } from './sent-length.ts'

export type Known = {
  /** Of the simulator's own journal. */
  own: boolean
  /** The body that was sent: all of it, some of it (cut off, or altered on the way here), none, or who knows. */
  body: 'whole' | 'part' | 'none' | 'unknown'
  /** Null where the type is known to be absent, undefined where it is not known. */
  type: string | null | undefined
  credential: boolean
  headers: boolean
  query: boolean
  /** Whether an answer would be here if one had come. */
  outcome: boolean
  /** How long it took. */
  duration: boolean
  /** Between instants that can be distinguished. */
  stepMs: number
}

/** Where no length is known: whether a text ends as its type does. */
const endsWell = (bytes: Uint8Array, type: string): boolean => {
  if (/json/i.test(type)) return jsonOf(bytes) !== undefined
  return type.startsWith('multipart/') && Buffer.from(bytes).toString('latin1').trimEnd().endsWith('--')
}

const bodyOf = (entry: HarEntry, headers: Headers, recording: Recording): Known['body'] => {
  const { request } = entry
  const bytes = sentBytes(request.postData)
  const length = lengthIn(headers, request.bodySize)
  if (bytes !== null) {
    if (request.postData?._truncated) return 'part'
    if (request.postData?.text === undefined) return 'whole'
    if (length !== null) return length === bytes.length ? 'whole' : 'part'
    return endsWell(bytes, request.postData.mimeType ?? headerOf(headers, 'content-type') ?? '') ? 'whole' : 'part'
  }
  if (request.postData?._truncated || request.postData?._file !== undefined) return 'unknown'
  if (isOwn(entry) || length === 0 || (length === null && ['GET', 'HEAD'].includes(request.method.toUpperCase())))
    return 'none'
  const isSaid = ['content-length', 'content-type', 'transfer-encoding'].some(
    (name) => headerOf(headers, name) !== undefined,
  )
  return recording.requestBodies && request.bodySize === 0 && !isSaid ? 'none' : 'unknown'
}

export const knownOf = (entry: HarEntry, headers: Headers, recording: Recording): Known => {
  const own = isOwn(entry)
  const type = headerOf(headers, 'content-type') ?? (entry.request.postData?.mimeType || undefined)
  const hasHeaders = own || headers.length > 0
  const body = bodyOf(entry, headers, recording)
  return {
    own,
    body,
    // What leaves a body out leaves its type out.
    type: type ?? (hasHeaders && body !== 'unknown' ? null : undefined),
    credential: own || recording.credentials,
    headers: hasHeaders,
    query: own || recording.queries,
    outcome: own || recording.answers || statusIn(entry) !== null || entry._error !== undefined,
    duration: (entry.time ?? -1) >= 0,
    stepMs: own ? 1 : recording.stepMs,
  }
}

/** Most entries are known alike: these have one object. */
export const createAlike = (): ((known: Known) => Known) => {
  const met = new Map<string, Known>()
  return (known) => {
    const key = Object.values(known).map(String).join('\n')
    const same = met.get(key) ?? known
    met.set(key, same)
    return same
  }
}

/** Undefined where it is not known, null where it is known that none was sent. */
export const headerKnown = (known: Known, headers: Headers, name: string): string | null | undefined => {
  const value = headerOf(headers, name)
  if (value !== undefined) return isMasked(value) ? undefined : value
  return (name === 'authorization' ? known.credential : known.headers) ? null : undefined
}

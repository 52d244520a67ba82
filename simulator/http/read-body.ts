// Reads request bodies: JSON, forms and multipart, each with its content type and size checked (Errors / Status codes).
import type { IncomingMessage } from 'node:http'
import { bounds } from '../../fixtures/bounds.ts'
import { bodies as plainBodies } from '../behaviour/bodies.ts'
import type { Bodies, BodyFault } from '../behaviour/bodies.ts'
import { Refusal } from '../domain/refusal.ts'
import { TooLarge } from '../engine/inbox.ts'
import type { Held, Inbox, Received } from '../engine/inbox.ts'
import { tooMuchIn } from './json-extent.ts'
import { take, type Steps } from './steps.ts'

export const mediaType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()

export const unsupported = (request: IncomingMessage, expected: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `The content type must be ${expected}; it was ${mediaType(request) || 'missing'}.`,
  )

const unreadable = (code: string, message: string): Refusal => new Refusal(code, message, { status: 400 })

/** What is sent, where it is kept until it is whole, and how it becomes a value. */
type Reading = {
  request: IncomingMessage
  inbox: Inbox
  held: Held
  limit: number
  /** As anywhere, when left out. */
  mostValues?: number | undefined
  code: string
  bodies: Bodies
}

const noBytes = Buffer.alloc(0)

/** A small body that came together with its head: nothing has to wait for it. */
const bytesAtHand = ({ request, limit }: Reading): Buffer | undefined => {
  const { headers, readableLength: size, httpVersionMajor } = request
  if (httpVersionMajor > 1 || 'transfer-encoding' in headers || headers['content-length'] !== String(size))
    return undefined
  return size > Math.min(limit, bounds.taken.bytesInMemory) ? undefined : ((request.read() as Buffer | null) ?? noBytes)
}

function* readText(reading: Reading): Steps<string> {
  const { request, inbox, held, limit, code, bodies } = reading
  const plain = bodies.decoded(request, code)
  if (plain === request && Number(request.headers['content-length'] ?? 0) > limit) throw bodies.tooLarge(limit, code)
  const atHand = plain === request ? bytesAtHand(reading) : undefined
  if (atHand) return bodies.text(atHand, code)
  try {
    const received = (yield inbox.receive(plain, limit, held)) as Received
    return bodies.text((yield received.bytes()) as Buffer, code)
  } catch (error) {
    // What is left of it is taken off the connection, so that the answer arrives.
    request.resume()
    if (error instanceof Refusal) throw error
    if (error instanceof TooLarge) throw bodies.tooLarge(limit, code)
    throw unreadable(code, 'The request body did not arrive whole.')
  }
}

const parseJson = (text: string, code: string, bodies: Bodies, mostValues?: number): unknown => {
  const tooMuch = tooMuchIn(text, mostValues)
  if (tooMuch !== null) throw unreadable(code, `The request body ${tooMuch}.`)
  return bodies.json(text, code)
}

/** How a JSON body is taken: see `behaviour/bodies.ts`. */
type JsonRules = {
  optional: boolean
  isJson: (mediaType: string) => boolean
  untyped: () => BodyFault | null
  empty: (mediaType: string) => BodyFault | null
}

const plainJson = (optional: boolean): JsonRules => ({
  optional,
  isJson: (type) => type === 'application/json',
  untyped: () => 'unsupported_media_type',
  empty: () => null,
})

const refuseBody = (request: IncomingMessage, fault: BodyFault, message: string): Refusal =>
  fault === 'unsupported_media_type' ? unsupported(request, 'application/json') : new Refusal(fault, message)

type SentBody = { value: unknown; text: string }

function* readingObject(reading: Reading, rules: JsonRules): Steps<SentBody> {
  const { request, code, bodies, mostValues } = reading
  const type = mediaType(request)
  if (type !== '' && !rules.isJson(type)) throw unsupported(request, 'application/json')
  const untyped = type === '' ? rules.untyped() : null
  if (untyped && !rules.optional) throw refuseBody(request, untyped, 'The request has no Content-Type.')
  const text = yield* readText(reading)
  if (rules.optional && text.trim() === '') {
    const fault = rules.empty(type)
    if (fault) throw refuseBody(request, fault, 'A JSON object is expected, even an empty one.')
    return { value: {}, text }
  }
  if (untyped) throw refuseBody(request, untyped, 'The request has no Content-Type.')
  const value = parseJson(text, code, bodies, mostValues)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw bodies.notAnObject(code)
  return { value, text }
}

/** A JSON object and its text, at once where it has come; an empty body counts as `{}` where it is optional. */
export const readObject = (reading: Reading, rules: JsonRules): SentBody | Promise<SentBody> =>
  take(readingObject(reading, rules))

export const readJson = async (reading: Omit<Reading, 'bodies'>, optional: boolean): Promise<unknown> =>
  (await readObject({ ...reading, bodies: plainBodies() }, plainJson(optional))).value

/** Fields of a form or of a JSON object: the token endpoint takes both, and has no 413. */
export const readFields = async (sent: Omit<Reading, 'code'>): Promise<Record<string, unknown>> => {
  const { request, bodies } = sent
  const type = mediaType(request) || bodies.untypedTokenRequest()
  const code = 'invalid_request'
  const reading = { ...sent, code }
  try {
    if (type === 'application/json')
      return (await readObject(reading, plainJson(false))).value as Record<string, unknown>
    if (type === 'application/x-www-form-urlencoded')
      return Object.fromEntries(new URLSearchParams(await take(readText(reading))))
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'payload_too_large'
    throw isTooLarge ? unreadable(code, error.message) : error
  }
  throw unsupported(request, 'application/x-www-form-urlencoded or application/json')
}

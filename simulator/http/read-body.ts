// Reads request bodies: JSON, forms and multipart, each with its content type and size checked (Errors / Status codes).
import type { IncomingMessage } from 'node:http'
import { bodies as plainBodies } from '../behaviour/bodies.ts'
import type { Bodies, BodyFault } from '../behaviour/bodies.ts'
import { Refusal } from '../domain/refusal.ts'
import { TooLarge } from './inbox.ts'
import type { Held, Inbox } from './inbox.ts'
import { tooMuchIn } from './json-extent.ts'

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

/** Files ride along in base64; everything else is small. */
export const jsonLimits = { withFiles: 16 * 1024 * 1024, others: 2 * 1024 * 1024 }

const readText = async ({ request, inbox, held, limit, code, bodies }: Reading): Promise<string> => {
  const plain = bodies.decoded(request, code)
  if (plain === request && Number(request.headers['content-length'] ?? 0) > limit) throw bodies.tooLarge(limit, code)
  try {
    const received = await inbox.receive(plain, limit, held)
    return bodies.text(await received.bytes(), code)
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

/** A JSON object and its text; an empty body counts as `{}` where it is optional. */
export const readObject = async (reading: Reading, rules: JsonRules): Promise<{ value: unknown; text: string }> => {
  const { request, code, bodies, mostValues } = reading
  const type = mediaType(request)
  if (type !== '' && !rules.isJson(type)) throw unsupported(request, 'application/json')
  const untyped = type === '' ? rules.untyped() : null
  if (untyped && !rules.optional) throw refuseBody(request, untyped, 'The request has no Content-Type.')
  const text = await readText(reading)
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
      return Object.fromEntries(new URLSearchParams(await readText(reading)))
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'payload_too_large'
    throw isTooLarge ? unreadable(code, error.message) : error
  }
  throw unsupported(request, 'application/x-www-form-urlencoded or application/json')
}

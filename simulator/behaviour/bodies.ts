// Which request bodies are read and how their bytes become a value (Resources / Conventions, Errors / Status codes).
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Contract } from '../contract/contract.ts'
import { Refusal } from '../domain/refusal.ts'

/** What keeps a body from being read: the code of its refusal. */
export type BodyFault = 'unsupported_media_type' | 'invalid_request' | 'validation_failed'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const unreadable = (code: string, message: string): Refusal => new Refusal(code, message, { status: 400 })

export const bodies = (_contract?: Contract) => ({
  /** Whether the operation looks at its body. */
  isRead: (_operationId: string): boolean => true,

  isJson: (_operationId: string, mediaType: string): boolean => mediaType === 'application/json',

  /** A body whose type is not given; null reads it as JSON. */
  untyped: (_operationId: string): BodyFault | null => 'unsupported_media_type',

  /** No body where it may be left out; null takes it for an empty object. `mediaType` is empty when none was named. */
  empty: (_operationId: string, _mediaType: string): BodyFault | null => null,

  /** The body without its content coding; no coding is taken. */
  decoded: (request: IncomingMessage, _code: string): Readable => {
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding === 'identity') return request
    throw new Refusal('unsupported_media_type', `The content coding ${coding} is not taken; send the body as it is.`)
  },

  text: (bytes: Buffer, code: string): string => {
    try {
      return utf8.decode(bytes)
    } catch {
      throw unreadable(code, 'The request body is not UTF-8.')
    }
  },

  json: (text: string, code: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw unreadable(code, 'The request body is not JSON.')
    }
  },

  /** JSON that is an array, a text or a number. */
  notAnObject: (code: string): Refusal => unreadable(code, 'The request body must be a JSON object.'),

  tooLarge: (limit: number, _code: string): Refusal =>
    new Refusal('payload_too_large', `The request body is larger than ${limit} bytes.`),

  /** Whether a body that cannot be read counts as none. */
  forgivesMalformed: (_operationId: string): boolean => false,

  /** Whether a value of the wrong type is refused; the body counts as empty otherwise. */
  isJudged: (_operationId: string): boolean => true,

  /** The body as the operation takes it. */
  taken: (_operationId: string, body: unknown): unknown => body,

  /** As which type a token request without a content type is read; undefined refuses it. */
  untypedTokenRequest: (): string | undefined => undefined,
})

export type Bodies = ReturnType<typeof bodies>

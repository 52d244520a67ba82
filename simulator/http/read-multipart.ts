// Reads an upload: the text parts and the file parts of a multipart/form-data body (Endpoints / POST …/documents).
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type Parser from 'busboy'
import { bounds } from '../../fixtures/bounds.ts'
import type { Bodies } from '../behaviour/bodies.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Held, Inbox, Received } from '../engine/inbox.ts'
import { listenForTypes } from './part-types.ts'
import { searchQuickly } from './quick-search.ts'
import { mediaType, unsupported } from './read-body.ts'

/** `declared` comes without its parameters, `stated` with them. */
type UploadedFile = { filename: string; declared: string; stated: string | undefined; received: Received }
export type Upload = {
  fields: Record<string, string>
  /** The parts named `file`. */
  files: UploadedFile[]
}

type Reading = {
  request: IncomingMessage
  inbox: Inbox
  held: Held
  bodies: Bodies
  /** Code of a body that cannot be read, and of one that is no multipart body. */
  unreadable: string
  unparsable: string
  maxBytes: number
  answersEarly: boolean
  readsStatedType: boolean
  takesFileFirst: boolean
}

/** What the texts and heads of an upload take together, as a rule. */
const textsTogether = 8 * bounds.taken.partBytes
/** Two whole files and their texts: with a second one the refusal says that it is one too many. */
const mostOf = (maxBytes: number): number => 2 * maxBytes + 1024 * 1024

const tooLarge = (what: string, limit: number): Refusal =>
  new Refusal('payload_too_large', `${what} may have ${limit} bytes; this one has more.`)

const load = createRequire(import.meta.url)

/** The parser is loaded for the first upload: a simulator is ready without it. */
const parserFor = ({ request, maxBytes }: Reading): Parser.Busboy | null => {
  const busboy = load('busboy') as typeof Parser
  const limits = { fileSize: maxBytes + 1, fieldSize: bounds.taken.partBytes + 1, parts: 50 }
  try {
    const parser = busboy({ headers: request.headers, defParamCharset: 'utf8', limits })
    searchQuickly(parser)
    return parser
  } catch {
    return null
  }
}

/** A file above `maxBytes` is refused with 413 once it is known to be. */
export const readMultipart = async (reading: Reading): Promise<Upload> => {
  const { request, inbox, held, bodies, maxBytes, answersEarly } = reading
  if (mediaType(request) !== 'multipart/form-data') throw unsupported(request, 'multipart/form-data')
  const plain = bodies.decoded(request, reading.unreadable)
  const broken = new Refusal(reading.unparsable, 'The request body is not readable multipart/form-data.')
  const announced = Number(request.headers['content-length'] ?? 0)
  if (answersEarly && announced > maxBytes + textsTogether) {
    request.resume()
    throw tooLarge('A file', maxBytes)
  }
  const parser = parserFor(reading)
  if (!parser) throw broken
  const fields: Record<string, string> = {}
  const files: (Pick<UploadedFile, 'filename' | 'declared'> & { taken: Promise<Received> })[] = []
  let refusal: Refusal | undefined
  const types = reading.readsStatedType ? listenForTypes(request, plain) : () => []
  await new Promise<void>((resolve, reject) => {
    /** What is left of the body is taken off the connection, so that the answer arrives. */
    const stop = (error: unknown): void => {
      reject(error)
      plain.unpipe(parser)
      parser.destroy()
      plain.resume()
      request.resume()
    }
    let size = 0
    plain.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostOf(maxBytes)) stop(tooLarge('An upload', mostOf(maxBytes)))
    })
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated || Buffer.byteLength(value) > bounds.taken.partBytes)
        refusal ??= tooLarge('A text part', bounds.taken.partBytes)
      fields[name] = value
    })
    parser.on('file', (name, stream, { filename, mimeType }) => {
      // A body that ends within a file fails the parser as well.
      stream.on('error', () => undefined)
      if (name !== 'file') return stream.resume()
      if (!reading.takesFileFirst && !('kind' in fields)) refusal ??= broken
      stream.on('limit', () => {
        refusal ??= tooLarge('A file', maxBytes)
        if (answersEarly) reject(refusal)
      })
      const taken = inbox.receive(stream, Infinity, held)
      taken.catch((error: unknown) => stop(error instanceof Refusal ? error : broken))
      files.push({ filename: filename ?? '', declared: mimeType, taken })
    })
    parser.on('error', () => stop(broken))
    parser.on('close', () => resolve())
    request.on('aborted', () => stop(broken))
    plain.on('error', () => stop(broken))
    plain.pipe(parser)
  })
  if (refusal) throw refusal
  const stated = types()
  const whole = files.map(async ({ taken, ...file }, n) => ({
    ...file,
    received: await taken,
    stated: n === 0 ? stated[0] : stated.at(-1),
  }))
  return { fields, files: await Promise.all(whole) }
}

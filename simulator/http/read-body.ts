// Reads request bodies: JSON, forms and multipart, each with its content type and size checked (Errors / Status codes).
import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import getRawBody from 'raw-body'
import { Refusal } from '../domain/refusal.ts'

const mediaType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()

export const unsupported = (request: IncomingMessage, expected: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `The content type must be ${expected}; it was ${mediaType(request) || 'missing'}.`,
  )

const tooLarge = (limit: number): Refusal =>
  new Refusal('payload_too_large', `The request body is larger than ${limit} bytes.`)

const unreadable = (code: string, message: string): Refusal => new Refusal(code, message, { status: 400 })

const checkCoding = ({ headers }: IncomingMessage): void => {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return
  throw new Refusal('unsupported_media_type', `The content coding ${coding} is not taken; send the body as it is.`)
}

export const readText = async (request: IncomingMessage, limit: number, code: string): Promise<string> => {
  checkCoding(request)
  let bytes: Buffer
  try {
    bytes = await getRawBody(request, { limit, length: request.headers['content-length'] ?? null })
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large') throw tooLarge(limit)
    throw unreadable(code, 'The request body did not arrive whole.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(code, 'The request body is not UTF-8.')
  }
}

/** Deeper than any body here has reason to be, and shallow enough for code that walks a body by calling itself. */
const deepest = 1000

const isTooDeep = (value: unknown): boolean => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

export const parseJson = (text: string, code: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable(code, 'The request body is not JSON.')
  }
  if (isTooDeep(value)) throw unreadable(code, `The request body is nested more than ${deepest} levels deep.`)
  return value
}

/** A JSON object; an empty body counts as `{}` where it is optional. */
export const readJson = async (
  request: IncomingMessage,
  limit: number,
  code: string,
  optional: boolean,
): Promise<unknown> => {
  const isJson = mediaType(request) === 'application/json'
  const isBare = optional && mediaType(request) === ''
  if (!isJson && !isBare) throw unsupported(request, 'application/json')
  const text = await readText(request, limit, code)
  if (optional && text.trim() === '') return {}
  if (!isJson) throw unsupported(request, 'application/json')
  const body = parseJson(text, code)
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw unreadable(code, 'The request body must be a JSON object.')
  return body
}

/** Fields of a form or of a JSON object: the token endpoint takes both, and has no 413. */
export const readFields = async (request: IncomingMessage, limit: number): Promise<Record<string, unknown>> => {
  const type = mediaType(request)
  const code = 'invalid_request'
  try {
    if (type === 'application/json') return (await readJson(request, limit, code, false)) as Record<string, unknown>
    if (type === 'application/x-www-form-urlencoded')
      return Object.fromEntries(new URLSearchParams(await readText(request, limit, code)))
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'payload_too_large'
    throw isTooLarge ? unreadable(code, error.message) : error
  }
  throw unsupported(request, 'application/x-www-form-urlencoded or application/json')
}

export type UploadedFile = { filename: string; declared: string; bytes: Buffer }
export type Upload = {
  fields: Record<string, string>
  /** The parts named `file`; no more than two are kept. */
  files: UploadedFile[]
}

/** The parts of an upload; a file above `maxBytes` is refused with 413 once it is known to be. */
export const readMultipart = async (request: IncomingMessage, maxBytes: number, code: string): Promise<Upload> => {
  if (mediaType(request) !== 'multipart/form-data') throw unsupported(request, 'multipart/form-data')
  checkCoding(request)
  const broken = unreadable(code, 'The request body is not readable multipart/form-data.')
  return new Promise((resolve, reject) => {
    const upload: Upload = { fields: {}, files: [] }
    let over = false
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { fileSize: maxBytes + 1, fieldSize: maxBytes, parts: 50 },
      })
    } catch {
      reject(broken)
      return
    }
    parser.on('field', (name, value) => {
      upload.fields[name] = value
    })
    parser.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      const isKept = name === 'file' && upload.files.length < 2
      stream.on('data', (chunk: Buffer) => isKept && chunks.push(chunk))
      stream.on('limit', () => {
        over ||= isKept
      })
      // A body that breaks off inside a file fails here as well as on the parser.
      stream.on('error', () => reject(broken))
      stream.on('close', () => {
        if (isKept) upload.files.push({ filename: filename ?? '', declared: mimeType, bytes: Buffer.concat(chunks) })
      })
    })
    parser.on('error', () => reject(broken))
    parser.on('close', () => (over ? reject(tooLarge(maxBytes)) : resolve(upload)))
    request.on('aborted', () => reject(broken))
    request.pipe(parser)
  })
}

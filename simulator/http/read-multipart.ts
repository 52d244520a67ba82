// Reads an upload: the text parts and the file parts of a multipart/form-data body (Endpoints / POST …/documents).
import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import type { Bodies } from '../behaviour/bodies.ts'
import { Refusal } from '../domain/refusal.ts'
import { listenForTypes } from './part-types.ts'
import { mediaType, unsupported } from './read-body.ts'

/** `declared` comes without its parameters, `stated` with them. */
export type UploadedFile = { filename: string; declared: string; stated: string | undefined; bytes: Buffer }
export type Upload = {
  fields: Record<string, string>
  /** The parts named `file`; no more than the first and the last are kept. */
  files: UploadedFile[]
}

type Reading = {
  request: IncomingMessage
  bodies: Bodies
  /** Code of a body that cannot be read, and of one that is no multipart body. */
  unreadable: string
  unparsable: string
  maxBytes: number
  answersEarly: boolean
  readsStatedType: boolean
}

const tooLarge = (limit: number): Refusal =>
  new Refusal('payload_too_large', `A file may have ${limit} bytes; this one has more.`)

/** A file above `maxBytes` is refused with 413 once it is known to be. */
export const readMultipart = async (reading: Reading): Promise<Upload> => {
  const { request, bodies, maxBytes, answersEarly } = reading
  if (mediaType(request) !== 'multipart/form-data') throw unsupported(request, 'multipart/form-data')
  const plain = bodies.decoded(request, reading.unreadable)
  const broken = new Refusal(reading.unparsable, 'The request body is not readable multipart/form-data.')
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
    const types = reading.readsStatedType ? listenForTypes(request, plain) : () => []
    parser.on('field', (name, value) => {
      upload.fields[name] = value
    })
    parser.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      const isKept = name === 'file'
      stream.on('data', (chunk: Buffer) => isKept && chunks.push(chunk))
      stream.on('limit', () => {
        over ||= isKept
        if (over && answersEarly) reject(tooLarge(maxBytes))
      })
      // A body that breaks off inside a file fails here as well as on the parser.
      stream.on('error', () => reject(broken))
      stream.on('close', () => {
        if (!isKept) return
        const file = { filename: filename ?? '', declared: mimeType, stated: undefined, bytes: Buffer.concat(chunks) }
        upload.files = [...upload.files.slice(0, 1), file]
      })
    })
    parser.on('error', () => reject(broken))
    parser.on('close', () => {
      if (over) return reject(tooLarge(maxBytes))
      const stated = types()
      const files = upload.files.map((file, n) => ({ ...file, stated: n === 0 ? stated[0] : stated.at(-1) }))
      resolve({ ...upload, files })
    })
    request.on('aborted', () => reject(broken))
    plain.on('error', () => reject(broken))
    plain.pipe(parser)
  })
}

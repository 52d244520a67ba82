// Small files that ride along with a new order, base64 encoded (Endpoints / POST /orders, rule 8; our own element shape).
import type { Behaviour } from '../behaviour/behaviour.ts'
import { bytesOfBase64 } from '../documents/base64.ts'
import { nameFaults } from '../documents/file-name.ts'
import type { InlineDocument } from '../domain/order-draft.ts'
import { Refusal } from '../domain/refusal.ts'

export type DecodedFile = {
  kind: 'supporting'
  filename: string
  content_type: string
  bytes: Buffer
  purpose: string
  description: string | null
}

/** Judges a file by size and content: 413, 415, and 422 for an empty one. */
export const acceptFile = async (
  uploads: Behaviour['uploads'],
  file: { filename: string; declared: string | undefined; bytes: Buffer },
  field: string,
): Promise<{ content_type: string }> => {
  const { length } = file.bytes
  if (length > uploads.maxBytes) {
    throw new Refusal('payload_too_large', `A file may have ${uploads.maxBytes} bytes; this one has ${length}.`)
  }
  if (length === 0 && uploads.emptyCode !== null) {
    const details = [{ field, code: 'invalid_value', value: null, message: 'must not be empty' }]
    throw new Refusal(uploads.emptyCode, 'The file is empty.', { details })
  }
  const verdict = await uploads.accept(file)
  if ('content_type' in verdict) return verdict
  throw new Refusal('unsupported_media_type', `The file type is not accepted: ${verdict.refused}.`)
}

const decode = async (uploads: Behaviour['uploads'], document: InlineDocument, index: number): Promise<DecodedFile> => {
  const field = `documents.${index}.content`
  const bytes = bytesOfBase64(document.content)
  if (!bytes) {
    throw new Refusal('validation_failed', 'An inline document is not base64.', {
      details: [{ field, code: 'invalid_value', value: null, message: 'must be base64' }],
    })
  }
  const { description } = document
  const filename = document.filename.split(/[\\/]/).at(-1)!
  if (filename.trim() === '') {
    const details = [{ field: `documents.${index}.filename`, code: 'required', value: null, message: 'is required' }]
    throw new Refusal('validation_failed', 'An inline document has no name.', { details })
  }
  const details = nameFaults(filename, `documents.${index}.filename`)
  if (details.length > 0)
    throw new Refusal('validation_failed', 'The name of an inline document is too long.', { details })
  const declared = document.content_type ?? undefined
  const { content_type } = await acceptFile(uploads, { filename, declared, bytes }, field)
  const purpose = document.purpose ?? 'other'
  return { kind: 'supporting', filename, content_type, bytes, purpose, description: description ?? null }
}

export const decodeInline = async (
  uploads: Behaviour['uploads'],
  documents: readonly InlineDocument[],
): Promise<DecodedFile[]> => {
  try {
    return await Promise.all(documents.map((document, index) => decode(uploads, document, index)))
  } catch (error) {
    throw error instanceof Refusal ? uploads.inlineRefusal(error) : error
  }
}

// Files that come with a call as base64, and the documents they become.
import { bytesOfBase64 } from '../documents/base64.ts'
import type { Document, Order } from '../domain/records.ts'
import { storeFile } from '../engine/commit.ts'
import type { Services } from '../engine/services.ts'
import { unusable } from '../calls/unusable.ts'

export type SentFile = {
  kind?: string
  filename: string
  content_type: string
  /** Base64. */
  content: string
  description?: string | null
}

const decode = (content: string, field: string): Buffer => {
  const bytes = bytesOfBase64(content)
  if (bytes) return bytes
  throw unusable(`${field} is not base64; send the bytes of the file in base64.`, field, undefined, 'must be base64')
}

/** Keeps the bytes; the documents are not on the order before a decision puts them there. */
export const storeFiles = async (services: Services, order: Order, files: readonly SentFile[]): Promise<Document[]> => {
  const decoded = files.map((file, index) => ({ ...file, bytes: decode(file.content, `files.${index}.content`) }))
  const documents: Document[] = []
  for (const { kind = 'supporting', filename, content_type, bytes, description = null } of decoded) {
    documents.push(await storeFile(services, order, { kind, filename, content_type, bytes, description }))
  }
  return documents
}

/** A document of the company that the call brings whole. */
export const storeOne = async (services: Services, order: Order, file: SentFile): Promise<Document> => {
  const bytes = decode(file.content, 'content')
  const { kind = 'supporting', filename, content_type, description = null } = file
  return storeFile(services, order, { kind, filename, content_type, bytes, description })
}

// The files of a delivered report, fetched by kind, and what they are by their bytes.
import type { CheckContext, StepContext } from '../kit/context.ts'
import { computedFrom, type Seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { fetchFile, readDocument } from './documents.ts'
import { entriesAt, fieldAt, requireSuccess } from './read.ts'
import { isInvoiceName, unzip } from './zip.ts'

export type FetchedFile = { bytes: Uint8Array; size: unknown; answers: Answered[]; seen: Seen }

/** The same bytes, not a copy. */
const viewed = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Readers take a PDF whose mark stands within the first kilobyte. */
export const isPdf = (bytes: Uint8Array): boolean => viewed(bytes).subarray(0, 1024).includes('%PDF-')

/** No file without an object has a page; the first ones stand in no compressed stream. */
export const isReadablePdf = (bytes: Uint8Array): boolean =>
  isPdf(bytes) && /\d\sobj\b/.test(viewed(bytes).toString('latin1', 0, 4_000_000))

export const fetchDocument = async (context: StepContext, id: string): Promise<FetchedFile> => {
  const detail = requireSuccess(await readDocument(context, id))
  const file = requireSuccess(await fetchFile(context, detail))
  const bytes = file.response.body
  const start = viewed(bytes).toString('latin1', 0, 16)
  return {
    bytes,
    size: fieldAt(detail, '/size_bytes'),
    answers: [detail, file],
    seen: computedFrom(start, detail, file),
  }
}

/** The document of a kind at that place in the order's list. @throws Inconclusive when the order has none there. */
export const fetchKind = (context: StepContext, order: Answered, kind: string, at = 0): Promise<FetchedFile> => {
  const found = entriesAt(order, '/documents')
    .filter((document) => document['kind'] === kind)
    .at(at)
  if (typeof found?.['id'] !== 'string') throw blocked(reason('no-file-on-order', { kind }), order)
  return fetchDocument(context, found['id'])
}

/** Names of the files in the package that are the invoice, by their bytes or by their name. */
export const invoicesInside = async (invoice: FetchedFile, data: FetchedFile): Promise<string[]> => {
  const members = await unzip(data.bytes)
  const found: string[] = []
  for (const { name, size, read } of typeof members === 'string' ? [] : members) {
    const isTheSame = size === invoice.bytes.length && Buffer.compare(await read(), invoice.bytes) === 0
    if (isTheSame || isInvoiceName(name)) found.push(name)
  }
  return found
}

export const compareSize = ({ expect }: CheckContext, { bytes, size, answers }: FetchedFile): void =>
  void expect('documents.size-bytes-is-the-files-size').equal(computedFrom(size, ...answers), bytes.length)

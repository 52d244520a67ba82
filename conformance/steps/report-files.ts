// The files of a delivered report, fetched by kind, and what they are by their bytes.
import type { CheckContext, StepContext } from '../kit/context.ts'
import { derived, type Seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { fetchFile, readDocument } from './documents.ts'
import { entriesAt, fieldAt, requireSuccess } from './read.ts'
import { isInvoiceName, unzip } from './zip.ts'

type FetchedFile = { bytes: Uint8Array; size: unknown; answers: Answered[]; seen: Seen }

/** Readers take a PDF whose mark stands within the first kilobyte. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes).subarray(0, 1024).includes('%PDF-')

const fetchDocument = async (context: StepContext, id: string): Promise<FetchedFile> => {
  const detail = requireSuccess(await readDocument(context, id))
  const file = requireSuccess(await fetchFile(context, detail))
  const bytes = file.response.body
  const start = Buffer.from(bytes).toString('latin1', 0, 16)
  return { bytes, size: fieldAt(detail, '/size_bytes'), answers: [detail, file], seen: derived(start, detail, file) }
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
export const invoicesInside = (invoice: FetchedFile, data: FetchedFile): string[] => {
  const members = unzip(data.bytes)
  return (typeof members === 'string' ? [] : members)
    .filter(({ name, bytes }) => Buffer.compare(bytes, invoice.bytes) === 0 || isInvoiceName(name))
    .map(({ name }) => name)
}

export const compareSize = ({ expect }: CheckContext, { bytes, size, answers }: FetchedFile): void =>
  void expect('documents.size-bytes-is-the-files-size').equal(derived(size, ...answers), bytes.length)

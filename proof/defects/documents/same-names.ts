// Defects of two files that have one name, or one kind, on one order.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { Document } from '../../../simulator/domain/records.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** A download has the bytes of one of the uploads that its order has of its name. */
const keptByName = (pick: (uploads: readonly Document[]) => Document): Mutation =>
  op.perTarget((known = new Map<string, Document>(), files = new Map<string, Buffer>(), asked = '') => {
    const fileOf = (name: string, size: number) => `${size} bytes of ${name}`
    return [
      op.misread('links.sent', (answer, range) => {
        const one = known.get(asked)
        if (one?.kind !== 'supporting') return [answer, range]
        const same = [...known.values()].filter(
          (other) => other.order_id === one.order_id && other.filename === one.filename,
        )
        const picked = pick(same.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
        return [{ ...answer, bytes: files.get(fileOf(picked.filename, picked.size_bytes)) ?? answer.bytes }, range]
      }),
      op.note('uploads.accept', ({ filename, bytes }) => files.set(fileOf(filename, bytes.length), Buffer.from(bytes))),
      op.note('present.document', (document) => known.set(document.id, document)),
      op.note('links.signatureMatches', (id) => (asked = id)),
    ]
  })

export const documentsSameNames: readonly Defect[] = rows({
  'second-invoice-written-over-the-first': {
    breaks: 'documents.size-bytes-is-the-files-size',
    bug: 'An order has one place for its invoice, so that the file of a corrected one is that of the first too.',
    deep: 'only for two invoices of one order',
    apply: op.perTarget((invoices: Document[] = [], asked = '') => [
      op.misread('links.sent', (answer, range) => {
        const mine = invoices.find(({ id }) => id === asked)
        const last = invoices.findLast(({ order_id }) => order_id === mine?.order_id)
        return [last && last !== mine ? { ...answer, bytes: Buffer.alloc(last.size_bytes) } : answer, range]
      }),
      op.note('present.document', (document) => {
        if (document.kind === 'invoice' && !invoices.some(({ id }) => id === document.id)) invoices.push(document)
        invoices.sort((one, other) => (one.id < other.id ? -1 : 1))
      }),
      op.note('links.signatureMatches', (id) => (asked = id)),
    ]),
  },
  'second-of-a-name-listed-alone': {
    breaks: 'documents.list-shows-the-orders-documents',
    bug: 'The documents of an order are keyed by their file names, so that a second upload of a name replaces the first.',
    deep: 'only for two uploads of one name',
    apply: op
      .wrap('deliveries.listed', (documents) =>
        documents.filter(
          ({ kind, filename }, at) =>
            kind !== 'supporting' || documents.findIndex((one) => one.filename === filename) === at,
        ),
      )
      .as('drop'),
  },
  'second-of-a-name-written-over-the-first': {
    breaks: 'documents.upload-takes-the-file',
    bug: 'Files are kept in a folder of their order under their names, so that the bytes of the second are those of the first too.',
    deep: 'only for two uploads of one name',
    apply: keptByName((uploads) => uploads.at(-1)!),
  },
  'first-of-a-name-and-size-kept': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'A file of a name and a size that were uploaded before is taken for the same one, and is not stored again.',
    deep: 'only for two uploads of one name and one size',
    apply: op.perTarget((known = new Map<string, Document>(), stored = new Map<string, Buffer>(), asked = '') => {
      const keyOf = (name: string, size: number) => `${size} bytes of ${name}`
      return [
        op.misread('links.sent', (answer, range) => {
          const one = known.get(asked)
          const bytes = one && stored.get(keyOf(one.filename, one.size_bytes))
          return [bytes ? { ...answer, bytes } : answer, range]
        }),
        op.note('uploads.accept', ({ filename, bytes }) => {
          const key = keyOf(filename, bytes.length)
          if (!stored.has(key)) stored.set(key, Buffer.from(bytes))
        }),
        op.note('present.document', (document) => known.set(document.id, document)),
        op.note('links.signatureMatches', (id) => (asked = id)),
      ]
    }),
  },
  'first-of-a-name-kept': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'A file whose name is in the folder of the order is taken for one that was stored before.',
    deep: 'only for two uploads of one name',
    apply: keptByName((uploads) => uploads[0]!),
  },
})

// Defects of what a company delivers, and of how documents are shown.
import { withoutFirstMember } from './archives.ts'
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** Names the type of the report data otherwise on an order whose report was revised. */
const revised = (from: string, to: string): Mutation =>
  op.edit('getOrder', ({ status, documents }) => {
    for (const document of (status as Wire)['code'] === 'revised_report_complete' ? (documents as Wire[]) : [])
      if (document['kind'] === 'report_data' && document['content_type'] === from) document['content_type'] = to
  })

/** Documents of some kinds are listed under the id of another one of the order. */
const idOf = (kind: string, others: RegExp): Mutation =>
  op.edit('getOrder', (order) => {
    const all = order['documents'] as Wire[]
    const one = all.find((document) => document['kind'] === kind)
    order['documents'] = all.map((other) =>
      one && others.test(String(other['kind'])) ? { ...other, id: one['id'] } : other,
    )
  })

/** Leaves a kind of document off every order. */
const absent = (breaks: string, kind: string): Defect => ({
  id: `${kebab(kind)}-not-listed`,
  breaks: `documents.${breaks}`,
  bug: `A ${kind} is kept from the lender.`,
  apply: op.together(
    op.dropEntries('getOrder', 'documents', (document) => document['kind'] === kind),
    op.dropEntries('listDocuments', 'data', (document) => document['kind'] === kind),
  ),
})

/** Leaves a kind out of deliveries on one report format. */
const undelivered = (breaks: string, kind: string, format: string): Defect => ({
  id: `no-${kebab(kind)}-on-${kebab(format)}`,
  breaks: `documents.${breaks}`,
  bug: `No ${kind} comes with a report on ${format}.`,
  apply: op.edit('getOrder', (order) => {
    if ((order['order_type'] as Wire)['report_format'] === format)
      order['documents'] = (order['documents'] as Wire[]).filter((one) => one['kind'] !== kind)
  }),
})

/** Spoils the bytes of files whose content begins in a certain way. */
export const spoiled = (mark: string, change: (bytes: Buffer) => Buffer): Mutation =>
  op.answer('downloadDocument', (given) =>
    given.bytes?.subarray(0, 64).toString('latin1').includes(mark) ? { ...given, bytes: change(given.bytes) } : given,
  )

export const replaced = (bytes: Buffer, from: string | RegExp, to: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(bytes.toString(encoding).replace(from, to), encoding)

export const kebab = (name: string): string => name.replaceAll('_', '-')

export const documentsFiles: readonly Defect[] = [
  undelivered('report-pdf-present-on-uad-2-6', 'report_pdf', 'uad_2_6'),
  undelivered('report-pdf-present-on-uad-3-6', 'report_pdf', 'uad_3_6'),
  undelivered('report-data-present-on-uad-2-6', 'report_data', 'uad_2_6'),
  undelivered('report-data-present-on-uad-3-6', 'report_data', 'uad_3_6'),
  absent('invoice-present-when-invoiced-here', 'invoice'),
  absent('compliance-certificate-present-when-issued', 'compliance_certificate'),
  absent('borrower-certificate-present-when-issued', 'borrower_certificate'),
  absent('review-report-present-when-provided', 'review_report'),
  ...rows({
    'invoice-in-the-package': {
      breaks: 'documents.invoice-is-never-in-the-package',
      bug: 'The invoice is packed among the images of the delivery package.',
      apply: spoiled('PK', (bytes) =>
        replaced(bytes, /Images\/SubjectFront\.png/g, 'Images/invoice-copy.pdf', 'latin1'),
      ),
    },
    'size-in-kilobytes': {
      breaks: 'documents.size-bytes-is-the-files-size',
      bug: 'The size of a document is counted in kilobytes.',
      apply: op.falsify('present.document', 'size_bytes', (size) => Math.ceil(Number(size) / 1024)),
    },
    'detail-with-an-ascii-name': {
      breaks: 'documents.detail-has-the-summary-fields',
      bug: 'The detail of a document shows its name in ASCII, as a header once needed it.',
      deep: 'only for a name beyond ASCII',
      apply: op.falsify('getDocument', 'filename', (name) => String(name).replaceAll(/[^\x20-\x7e]/g, '_')),
    },
    'detail-with-less': {
      breaks: 'documents.detail-has-the-summary-fields',
      bug: 'The detail of a document leaves its size and name to the list.',
      apply: op.together(op.drop('getDocument', 'size_bytes'), op.drop('getDocument', 'filename')),
    },
    'detail-without-order': {
      breaks: 'documents.detail-has-order-id',
      bug: 'The detail of a document does not say which order it is on.',
      apply: op.drop('getDocument', 'order_id'),
    },
    'detail-without-url': {
      breaks: 'documents.detail-has-download-url',
      bug: 'The detail of a document has a link without its address.',
      apply: op.drop('getDocument', 'download.url'),
    },
    'detail-without-expiry': {
      breaks: 'documents.detail-has-download-expires-at',
      bug: 'The detail of a document does not say when its link expires.',
      apply: op.drop('getDocument', 'download.expires_at'),
    },
    'report-as-html': {
      breaks: 'documents.report-pdf-is-a-pdf',
      bug: 'The report is a web page that calls itself a PDF.',
      apply: spoiled('%PDF-1.', () => Buffer.from('<html>report</html>')),
    },
    'report-data-of-mismo-2-4': {
      breaks: 'documents.report-data-2-6-is-gse-xml',
      bug: 'The report data is of an older standard.',
      apply: spoiled('<?xml', (bytes) => replaced(bytes, '2.6GSE', '2.4')),
    },
    'report-data-of-a-credit-report': {
      breaks: 'documents.report-data-2-6-is-gse-xml',
      bug: 'The report data is the answer to another request, of the same standard.',
      apply: spoiled('<?xml', (bytes) => replaced(bytes, /VALUATION_RESPONSE/g, 'CREDIT_RESPONSE')),
    },
    'report-data-with-the-head-of-a-pdf': {
      breaks: 'documents.report-data-2-6-embeds-the-pdf',
      bug: 'The embedded report was cut off after its first bytes.',
      apply: spoiled('<?xml', (bytes) => replaced(bytes, /(<DOCUMENT>[^<]{12})[^<]*/, '$1')),
    },
    'report-data-with-the-pdf-elsewhere': {
      breaks: 'documents.report-data-2-6-embeds-the-pdf',
      bug: 'The report is in an element of its own, which is none of those that the standard embeds files in.',
      apply: spoiled('<?xml', (bytes) => replaced(bytes, /EMBEDDED_FILE/g, 'ATTACHED_REPORT')),
    },
    'package-without-its-xml': {
      breaks: 'documents.report-data-3-6-is-a-zip-package',
      bug: 'The package holds the pictures and the PDF, and its data was left out.',
      apply: spoiled('PK\u0003\u0004', withoutFirstMember),
    },
    'package-cut-short': {
      breaks: 'documents.report-data-3-6-is-a-zip-package',
      bug: 'The package lacks its end.',
      apply: spoiled('PK\u0003\u0004', (bytes) => bytes.subarray(0, bytes.length - 22)),
    },
    'xml-as-text-xml': {
      breaks: 'documents.report-data-2-6-has-xml-media-type',
      bug: 'XML is called text/xml.',
      apply: op.falsify('present.document', 'content_type', (type) => (type === 'application/xml' ? 'text/xml' : type)),
    },
    'revised-xml-as-text-xml': {
      breaks: 'documents.report-data-2-6-has-xml-media-type',
      bug: 'The XML of a revised report is called text/xml.',
      deep: 'only with a revised report',
      apply: revised('application/xml', 'text/xml'),
    },
    'revised-package-as-xml': {
      breaks: 'documents.report-data-3-6-has-zip-media-type',
      bug: 'The package of a revised report is called XML.',
      deep: 'only with a revised report',
      apply: revised('application/zip', 'application/xml'),
    },
    'zip-as-octet-stream': {
      breaks: 'documents.report-data-3-6-has-zip-media-type',
      bug: 'A ZIP file is called a stream of bytes.',
      apply: op.falsify('present.document', 'content_type', (type) =>
        type === 'application/zip' ? 'application/octet-stream' : type,
      ),
    },
    'report-pdf-is-the-data': {
      breaks: 'documents.report-pdf-is-its-own-file',
      bug: 'The report PDF is listed under the id of the report data.',
      apply: idOf('report_data', /^report_pdf$/),
    },
    'invoice-is-the-report': {
      breaks: 'documents.invoice-is-its-own-file',
      bug: 'The invoice is the last page of the report and has its id.',
      apply: idOf('report_pdf', /^invoice$/),
    },
    'certificates-are-the-package': {
      breaks: 'documents.certificates-stay-separate-files',
      bug: 'The certificates are listed under the id of the package.',
      apply: idOf('report_data', /_certificate$/),
    },
    'document-list-of-ids': {
      breaks: 'documents.list-holds-summaries',
      bug: 'The list of documents holds their ids and kinds.',
      apply: op.edit('listDocuments', (list) => {
        list['data'] = (list['data'] as Wire[]).map(({ id, kind }) => ({ id, kind }))
      }),
    },
    'document-list-without-uploads': {
      breaks: 'documents.list-shows-the-orders-documents',
      bug: 'The list of documents leaves out what the lender uploaded.',
      apply: op.dropEntries('listDocuments', 'data', ({ kind }) => kind === 'supporting'),
    },
    'document-list-of-a-cancelled-order-empty': {
      breaks: 'documents.list-shows-the-orders-documents',
      bug: 'The list of documents leaves out those of closed orders.',
      deep: 'only once the order is cancelled',
      apply: op.perTarget((closed = new Set<string>()) => [
        op
          .wrap('deliveries.listed', (documents) => documents.filter(({ order_id }) => !closed.has(order_id)))
          .as('drop'),
        op.note('events.raised', ({ order, raised }) => {
          if (raised.some(({ type }) => type === 'order.cancelled')) closed.add(order.id)
        }),
      ]),
    },
    'what-came-on-hold-waits-for-its-end': {
      breaks: 'order.read-includes-its-documents',
      bug: 'What is uploaded while the order is on hold is shown once the work goes on.',
      deep: 'only while the order is on hold, for what came since',
      apply: op.perTarget((held = new Map<string, number>()) => [
        op
          .wrap('deliveries.listed', (documents) =>
            documents.filter(({ order_id, created_at }) => created_at <= (held.get(order_id) ?? Infinity)),
          )
          .as('drop'),
        op.note('events.raised', ({ order }) => {
          if (order.status.code === 'on_hold') held.set(order.id, order.status.changed_at)
          else held.delete(order.id)
        }),
      ]),
    },
    'order-without-what-came-late': {
      breaks: 'order.read-includes-its-documents',
      bug: 'The order shows its documents as they were when the report was delivered, and only their list has what was added later.',
      deep: 'only once the report is delivered',
      apply: op.edit('getOrder', (order) => {
        const { completed_at } = order['dates'] as Wire
        const isLate = ({ kind, created_at }: Wire): boolean =>
          kind === 'supporting' &&
          completed_at !== null &&
          Date.parse(String(created_at)) > Date.parse(String(completed_at))
        order['documents'] = (order['documents'] as Wire[]).filter((document) => !isLate(document))
      }),
    },
    'hidden-document-shown': {
      breaks: 'documents.hidden-document-is-404',
      bug: 'Whose document it is counts for nothing.',
      apply: op.instead('access.find', (usual, account, resource, what) =>
        what === 'document' && resource ? resource : usual(account, resource, what),
      ),
    },
  }),
]

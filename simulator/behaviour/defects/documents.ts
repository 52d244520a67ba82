// Defects that break rules of the area documents.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'
import { refusedByStatus } from '../../domain/act-on-order.ts'

const withoutPurpose = (purpose: string): Mutation =>
  op.set('uploads.purposes', (usual) => usual.filter((one) => one !== purpose)).as('refuse')

const alreadyDone = (): ReturnType<typeof op.failure> => {
  const { status, body } = op.failure(409, 'action_not_allowed_in_status', 'It is done.')
  return { status, body: { ...(body as object), current_status: 'report_complete' } }
}

/** An upload without one of its parts is refused with another code. */
const missingPartIs = (code: string): Mutation =>
  op.wrap('uploads.codeOf', (usual, fault) => (fault === 'missing' ? code : usual))

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
const spoiled = (mark: string, change: (bytes: Buffer) => Buffer): Mutation =>
  op.answer('downloadDocument', (given) =>
    given.bytes?.subarray(0, 64).toString('latin1').includes(mark) ? { ...given, bytes: change(given.bytes) } : given,
  )

const replaced = (bytes: Buffer, from: string | RegExp, to: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(bytes.toString(encoding).replace(from, to), encoding)

const kindTaken = (breaks: string, kind: string): Defect => ({
  id: `${kebab(kind)}-uploaded`,
  breaks: `documents.${breaks}`,
  bug: `A lender may upload a ${kind}.`,
  apply: op.set('uploads.kinds', (usual) => [...usual, kind]),
})

const typeRefused = (breaks: string, name: string, type: RegExp): Defect => ({
  id: `${name}-refused`,
  breaks: `documents.${breaks}`,
  bug: `Files of the type ${name} are refused.`,
  apply: op.wrap('uploads.accept', async (judged) => {
    const verdict = await judged
    return 'content_type' in verdict && type.test(verdict.content_type) ? { refused: name } : verdict
  }),
})

const kebab = (name: string): string => name.replaceAll('_', '-')

/** The kinds of the files that a company delivers. */
const companys = [
  'report_pdf',
  'report_data',
  'invoice',
  'compliance_certificate',
  'borrower_certificate',
  'ssr',
  'review_report',
]

export const documents: readonly Defect[] = [
  undelivered('report-pdf-present-on-uad-2-6', 'report_pdf', 'uad_2_6'),
  undelivered('report-pdf-present-on-uad-3-6', 'report_pdf', 'uad_3_6'),
  undelivered('report-data-present-on-uad-2-6', 'report_data', 'uad_2_6'),
  undelivered('report-data-present-on-uad-3-6', 'report_data', 'uad_3_6'),
  absent('invoice-present-when-invoiced-here', 'invoice'),
  absent('compliance-certificate-present-when-issued', 'compliance_certificate'),
  absent('borrower-certificate-present-when-issued', 'borrower_certificate'),
  absent('review-report-present-when-provided', 'review_report'),
  kindTaken('upload-of-report-pdf-refused', 'report_pdf'),
  kindTaken('upload-of-report-data-refused', 'report_data'),
  kindTaken('upload-of-invoice-refused', 'invoice'),
  kindTaken('upload-of-compliance-certificate-refused', 'compliance_certificate'),
  kindTaken('upload-of-borrower-certificate-refused', 'borrower_certificate'),
  kindTaken('upload-of-ssr-refused', 'ssr'),
  kindTaken('upload-of-review-report-refused', 'review_report'),
  typeRefused('upload-of-pdf-accepted', 'pdf', /pdf/),
  typeRefused('upload-of-jpeg-accepted', 'jpeg', /jpeg/),
  typeRefused('upload-of-png-accepted', 'png', /png/),
  typeRefused('upload-of-tiff-accepted', 'tiff', /tiff/),
  typeRefused('upload-of-zip-accepted', 'zip', /zip$/),
  typeRefused('upload-of-xml-accepted', 'xml', /^application\/xml/),
  typeRefused('upload-of-plain-text-accepted', 'text', /^text\/plain/),
  typeRefused('upload-of-office-files-accepted', 'excel', /spreadsheetml/),
  ...rows({
    'nothing-after-a-cancellation': {
      breaks: 'documents.supporting-may-come-at-any-time',
      bug: 'A cancelled order is closed to uploads too, although a revision request may still quote them.',
      deep: 'only on a cancelled order',
      apply: op.refuseWith(
        'uploads.checkOrder',
        (order) => order.status.code === 'cancelled' && refusedByStatus(order, 'given a document'),
      ),
    },
    'invoice-in-the-package': {
      breaks: 'documents.invoice-is-never-in-the-package',
      bug: 'The invoice is packed among the images of the delivery package.',
      apply: spoiled('PK', (bytes) =>
        replaced(bytes, /images\/subject-front\.png/g, 'images/invoice-front.pdf', 'latin1'),
      ),
    },
    'multipart-not-taken': {
      breaks: 'documents.upload-takes-multipart',
      bug: 'Uploads are taken in JSON alone.',
      apply: op.replace('uploads.accept', async () => ({ refused: 'multipart/form-data' })),
    },
    'purpose-demanded': {
      breaks: 'documents.upload-without-purpose-accepted',
      bug: 'An upload must say what it is for.',
      apply: op.set('uploads.purposeWhenMissing', ''),
    },
    'description-is-a-single-word': {
      breaks: 'documents.upload-takes-a-description',
      bug: 'A description is used as a label, which takes a single word.',
      apply: op.replace('uploads.descriptionProblem', (description) =>
        /\s/.test(description) ? 'must be a single word' : null,
      ),
    },
    'upload-kept-from-the-company': {
      breaks: 'documents.upload-is-visible-to-the-company',
      bug: 'What a lender uploads is filed with the lender, and the company does not see it.',
      apply: op.replace('uploads.companySees', ({ kind }) => kind !== 'supporting'),
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
    'report-data-without-pdf': {
      breaks: 'documents.report-data-2-6-embeds-the-pdf',
      bug: 'The element for the embedded report is empty.',
      apply: spoiled('<?xml', (bytes) => replaced(bytes, /<DOCUMENT>[^<]*<\/DOCUMENT>/, '<DOCUMENT></DOCUMENT>')),
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
    'company-files-are-other': {
      breaks: 'documents.supporting-comes-from-either-side',
      bug: "The company's own supporting files have a kind of their own.",
      apply: op.falsify('present.document', 'kind', (kind, { filename }) =>
        kind === 'supporting' && !String(filename).includes('sales') ? 'company_file' : kind,
      ),
    },
    'nothing-after-delivery': {
      breaks: 'documents.supporting-may-come-at-any-time',
      bug: 'Uploads end with the delivery of the report.',
      apply: op.perTarget((isDelivered = false) => [
        op.answer('uploadDocument', (given) => (isDelivered ? alreadyDone() : given)),
        op.wrap('access.find', (found) => {
          isDelivered = (found as { status?: { code?: unknown } }).status?.code === 'report_complete'
          return found
        }),
      ]),
    },
    'supporting-called-evidence': {
      breaks: 'documents.upload-of-kind-supporting-accepted',
      bug: 'The kind of an upload must be evidence.',
      apply: op.set('uploads.kinds', ['evidence']),
    },
    'any-kind-uploaded': {
      breaks: 'documents.upload-of-unknown-kind-refused',
      bug: "The kinds that are the company's are turned away instead of all but the lender's, so that one of no list is taken.",
      apply: op.set('uploads.kinds', (usual) =>
        Object.assign([...usual], { includes: (kind: string) => !companys.includes(kind) }),
      ),
    },
    'kind-missing-is-not-found': {
      breaks: 'documents.upload-without-kind-refused',
      bug: 'An upload without a part is answered 404.',
      apply: missingPartIs('not_found'),
    },
    'file-missing-is-a-type': {
      breaks: 'documents.upload-without-file-refused',
      bug: 'An upload without a part is answered 415.',
      apply: missingPartIs('unsupported_media_type'),
    },
    'upload-answered-with-purpose': {
      breaks: 'documents.upload-summary-has-kind-supporting',
      bug: 'The answer to an upload shows the purpose as the kind.',
      apply: op.falsify('uploadDocument', 'kind', 'other'),
    },
    'upload-of-an-image-as-octet-stream': {
      breaks: 'documents.upload-summary-has-the-files-type',
      bug: 'An image that is uploaded is called a stream of bytes.',
      apply: op.wrap('uploads.mediaType', (type) => (type.startsWith('image/') ? 'application/octet-stream' : type)),
    },
    'upload-named-by-id': {
      breaks: 'documents.upload-summary-keeps-the-filename',
      bug: 'An upload is named by its id.',
      apply: op.falsify('uploadDocument', 'filename', (_name, { id }) => `${String(id)}.bin`),
    },
    'upload-answered-with-its-id': {
      breaks: 'documents.upload-answers-with-the-summary',
      bug: 'An upload is answered with its id alone.',
      apply: op.answer('uploadDocument', (given) =>
        given.status < 300 ? { ...given, body: { id: (given.body as Wire)['id'] } } : given,
      ),
    },
    'carriage-returns-lost': {
      breaks: 'documents.upload-takes-the-file',
      bug: 'Line ends of text files are put in order on upload.',
      apply: spoiled('Sales nearby', (bytes) => replaced(bytes, /\r\n/g, '\n')),
    },
    'upload-of-26-mb-taken': {
      breaks: 'documents.upload-over-25-mb-is-413',
      bug: 'Files may be a fifth larger.',
      apply: op.set('uploads.maxBytes', (usual) => 1.2 * usual),
    },
    'large-upload-invalid': {
      breaks: 'documents.upload-over-25-mb-has-its-code',
      bug: 'The refusal has the code of a failed validation.',
      apply: op.recode((refusal) => refusal.code === 'payload_too_large', 'validation_failed'),
    },
    'upload-of-20-mb-at-most': {
      breaks: 'documents.upload-up-to-25-mb-accepted',
      bug: 'Files must be a fifth smaller.',
      apply: op.set('uploads.maxBytes', (usual) => 0.8 * usual),
    },
    'upload-limit-for-all': {
      breaks: 'documents.upload-limit-is-per-file',
      bug: 'All uploads together may have 25 MB.',
      apply: op.perTarget((sum = 0) =>
        op.wrap('uploads.accept', async function (judged, { bytes }) {
          sum += bytes.length
          return sum > this.maxBytes ? { refused: 'too much in all' } : judged
        }),
      ),
    },
    'any-type-uploaded': {
      breaks: 'documents.upload-of-other-types-is-415',
      bug: 'The type of a file is not looked at.',
      apply: op.replace('uploads.accept', async ({ declared }) => ({
        content_type: declared ?? 'application/octet-stream',
      })),
    },
    'other-type-invalid': {
      breaks: 'documents.upload-of-other-types-has-its-code',
      bug: 'The refusal has the code of a failed validation.',
      apply: op.recode((refusal) => refusal.code === 'unsupported_media_type', 'validation_failed'),
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
    'hidden-document-shown': {
      breaks: 'documents.hidden-document-is-404',
      bug: 'Whose document it is counts for nothing.',
      apply: op.instead('access.find', (usual, account, resource, what) =>
        what === 'document' && resource ? resource : usual(account, resource, what),
      ),
    },
    'refused-upload-listed': {
      breaks: 'documents.refused-upload-leaves-no-document',
      bug: 'A refused upload is on the list all the same.',
      apply: op.perTarget(
        (
          refused: string[] = [],
          made = { kind: 'supporting', filename: 'over.txt', content_type: 'text/plain', size_bytes: 1 },
        ) => [
          op.add('listDocuments', (list) => {
            const created_at = new Date().toISOString()
            list['data'] = [...refused.map((id) => ({ id, ...made, created_at })), ...(list['data'] as Wire[])]
            list['total'] = Number(list['total']) + refused.length
          }),
          op.note('problems.body', () => refused.push(`doc_refused_${refused.length}`)),
        ],
      ),
    },
    'engagement-letter-is-no-purpose': {
      breaks: 'documents.upload-takes-each-purpose',
      bug: 'The purpose engagement_letter was left out of the list.',
      deep: 'only one member of the enumeration',
      apply: withoutPurpose('engagement_letter'),
    },
    'sales-contract-is-no-purpose': {
      breaks: 'documents.upload-takes-each-purpose',
      bug: 'The purpose sales_contract was left out of the list.',
      deep: 'only one member of the enumeration',
      apply: withoutPurpose('sales_contract'),
    },
    'prior-report-is-no-purpose': {
      breaks: 'documents.upload-takes-each-purpose',
      bug: 'The purpose prior_report was left out of the list.',
      deep: 'only one member of the enumeration',
      apply: withoutPurpose('prior_report'),
    },
    'other-is-no-purpose': {
      breaks: 'documents.upload-takes-each-purpose',
      bug: 'The purpose other was left out of the list.',
      deep: 'only one member of the enumeration',
      apply: op.together(withoutPurpose('other'), op.set('uploads.purposeWhenMissing', 'prior_report')),
    },
  }),
]

// Defects of uploads: what is taken, refused and kept.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { refusedByStatus } from '../../../simulator/domain/refused-by-status.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { spoiled, replaced, kebab } from './files.ts'

const withoutPurpose = (purpose: string): Mutation =>
  op.set('uploads.purposes', (usual) => usual.filter((one) => one !== purpose)).as('refuse')

const alreadyDone = (): ReturnType<typeof op.failure> => {
  const { status, body } = op.failure(409, 'action_not_allowed_in_status', 'It is done.')
  return { status, body: { ...(body as object), current_status: 'report_complete' } }
}

/** An upload without one of its parts is refused with another code. */
const missingPartIs = (code: string): Mutation =>
  op.wrap('uploads.codeOf', (usual, fault) => (fault === 'missing' ? code : usual))

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

export const documentsUploads: readonly Defect[] = [
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
    'text-with-a-charset-refused': {
      breaks: 'documents.upload-of-plain-text-accepted',
      bug: 'The type of a part is compared as it was sent, its parameters included.',
      deep: 'only for a type with a parameter',
      apply: op.together(
        op.refuseWith('uploads.mediaType', (_judged, stated) =>
          stated?.includes(';')
            ? new Refusal('unsupported_media_type', 'The file has a type that is not accepted.')
            : null,
        ),
        op.set('uploads.readsStatedType', true),
      ),
    },
    'extension-in-capitals-refused': {
      breaks: 'documents.upload-of-pdf-accepted',
      bug: 'The extension of a file name is looked up in the case in which it was sent.',
      deep: 'only for an extension in capitals',
      apply: op.refuseWith('uploads.filename', (name) =>
        /\.[A-Z]+$/.test(name)
          ? new Refusal('unsupported_media_type', 'The file has a type that is not accepted.')
          : null,
      ),
    },
    'name-without-an-extension-crashes': {
      breaks: 'documents.upload-of-pdf-accepted',
      bug: 'The extension of a file name is read without asking whether there is one.',
      deep: 'only for a name without an extension',
      apply: op.instead('uploads.accept', (usual, file) => {
        if (file.filename.includes('.')) return usual(file)
        throw new Refusal('internal_error', 'Something went wrong.')
      }),
    },
    'file-of-no-type-is-text': {
      breaks: 'documents.upload-of-other-types-is-415',
      bug: 'A file whose name and declared type say nothing is taken for plain text, whatever it holds.',
      deep: 'only for a name without an extension, declared as a stream of bytes',
      apply: op.instead('uploads.accept', async (usual, file) =>
        file.filename.includes('.') || file.declared !== 'application/octet-stream'
          ? usual(file)
          : { content_type: 'text/plain' },
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
    'kind-in-capitals-uploaded': {
      breaks: 'documents.upload-of-unknown-kind-refused',
      bug: 'The kind of an upload is compared without regard to letter case.',
      deep: 'only for a kind in capitals',
      apply: op.set('uploads.kinds', (usual) =>
        Object.assign([...usual], { includes: (kind: string) => usual.includes(kind.toLowerCase()) }),
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
    'upload-dated-in-local-time': {
      breaks: 'documents.created-at-is-when-it-was-uploaded',
      bug: 'The time of an upload is taken in local time, and written as UTC.',
      apply: op.respell('present.document', 'created_at', (at) => new Date(Date.parse(at) - 3_600_000).toISOString()),
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
    'upload-name-read-as-latin-1': {
      breaks: 'documents.upload-summary-keeps-the-filename',
      bug: 'The name of an upload is read as Latin 1, as headers once were.',
      deep: 'only for a name beyond ASCII',
      apply: op.wrap('uploads.filename', (name) => Buffer.from(name).toString('latin1')),
    },
    'upload-name-decoded-as-a-form': {
      breaks: 'documents.upload-summary-keeps-the-filename',
      bug: 'The name of an upload is decoded like a field of a form, which makes a space of a plus.',
      deep: 'only for a name with a plus',
      apply: op.wrap('uploads.filename', (name) => name.replaceAll('+', ' ')),
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

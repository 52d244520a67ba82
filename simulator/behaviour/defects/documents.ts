// Defects that break rules of the area documents.
import { instead, replace, set, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { refusedByStatus } from '../../domain/act-on-order.ts'
import { answered, answering } from './answered.ts'
import { dropAt, type Wire } from '../operators/edit-wire.ts'

const decided = (breaks: string, id: string, bug: string, apply: (behaviour: Behaviour) => void): Defect => ({
  id,
  breaks: `documents.${breaks}`,
  bug,
  apply,
})

const kebab = (name: string): string => name.replaceAll('_', '-')

/** Changes every summary, wherever it is shown. */
const summarised = (breaks: string, id: string, bug: string, change: (summary: Wire) => void): Defect =>
  decided(
    breaks,
    id,
    bug,
    instead('present.document', (usual, ...given) => {
      const summary = { ...usual(...given) }
      change(summary)
      return summary
    }),
  )

const detailed = (breaks: string, id: string, bug: string, change: (detail: Wire) => void): Defect =>
  decided(breaks, id, bug, answered('getDocument', change))

/** An upload without one of its parts is refused with another code. */
const missingPartIs = (code: string) =>
  replace(
    'uploads.codeOf',
    () => code,
    (fault) => fault === 'missing',
  )

/** Names the type of the report data otherwise on an order whose report was revised. */
const revised = (breaks: string, id: string, bug: string, from: string, to: string): Defect =>
  decided(
    breaks,
    id,
    bug,
    answered('getOrder', (body) => {
      if ((body['status'] as Wire)['code'] !== 'revised_report_complete') return
      for (const document of body['documents'] as Wire[])
        if (document['kind'] === 'report_data' && document['content_type'] === from) document['content_type'] = to
    }),
  )

/** Leaves a kind of document off every order. */
const absent = (breaks: string, kind: string): Defect => {
  const others = (documents: unknown): Wire[] => (documents as Wire[]).filter((document) => document['kind'] !== kind)
  return decided(breaks, `${kebab(kind)}-not-listed`, `A ${kind} is kept from the lender.`, (behaviour) => {
    answered('getOrder', (body) => {
      body['documents'] = others(body['documents'])
    })(behaviour)
    answered('listDocuments', (body) => {
      body['data'] = others(body['data'])
    })(behaviour)
  })
}

/** Leaves a kind out of deliveries on one report format. */
const undelivered = (breaks: string, kind: string, format: string): Defect =>
  decided(
    breaks,
    `no-${kebab(kind)}-on-${kebab(format)}`,
    `No ${kind} comes with a report on ${format}.`,
    (behaviour) => {
      answered('getOrder', (body) => {
        const { report_format } = body['order_type'] as Wire
        if (report_format === format)
          body['documents'] = (body['documents'] as Wire[]).filter((one) => one['kind'] !== kind)
      })(behaviour)
    },
  )

/** Spoils the bytes of files whose content begins in a certain way. */
const spoiled = (breaks: string, id: string, bug: string, mark: string, change: (bytes: Buffer) => Buffer): Defect =>
  decided(
    breaks,
    id,
    bug,
    answering('downloadDocument', (answer) =>
      answer.bytes?.subarray(0, 64).toString('latin1').includes(mark)
        ? { ...answer, bytes: change(answer.bytes) }
        : answer,
    ),
  )

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

const kindTaken = (breaks: string, kind: string): Defect =>
  decided(
    breaks,
    `${kebab(kind)}-uploaded`,
    `A lender may upload a ${kind}.`,
    set('uploads.kinds', (usual) => [...usual, kind]),
  )

const typeRefused = (breaks: string, name: string, type: RegExp): Defect =>
  decided(breaks, `${name}-refused`, `Files of the type ${name} are refused.`, ({ uploads }) => {
    const { accept } = uploads
    uploads.accept = async (file) => {
      const verdict = await accept(file)
      return 'content_type' in verdict && type.test(verdict.content_type) ? { refused: name } : verdict
    }
  })

/** A refusal with the right status and the code of a failed validation. */
const miscoded = (breaks: string, id: string, code: string): Defect =>
  decided(
    breaks,
    id,
    'The refusal has the code of a failed validation.',
    wrap('problems.body', (shown, refusal) =>
      refusal.code === code ? { ...shown, code: 'validation_failed' } : shown,
    ),
  )

const inPackage = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1')
  return Buffer.from(text.replaceAll('images/subject-front.png', 'images/invoice-front.pdf'), 'latin1')
}

export const documents: readonly Defect[] = [
  {
    ...decided(
      'supporting-may-come-at-any-time',
      'nothing-after-a-cancellation',
      'A cancelled order is closed to uploads too, although a revision request may still quote them.',
      ({ uploads }) => {
        const { checkOrder } = uploads
        uploads.checkOrder = (order) => {
          checkOrder.call(uploads, order)
          if (order.status.code === 'cancelled') throw refusedByStatus(order, 'given a document')
        }
      },
    ),
    deep: 'only on a cancelled order',
  },
  spoiled(
    'invoice-is-never-in-the-package',
    'invoice-in-the-package',
    'The invoice is packed among the images of the delivery package.',
    'PK',
    inPackage,
  ),
  decided(
    'upload-takes-multipart',
    'multipart-not-taken',
    'Uploads are taken in JSON alone.',
    replace('uploads.accept', async () => ({ refused: 'multipart/form-data' })),
  ),
  ...['engagement_letter', 'sales_contract', 'prior_report', 'other'].map((purpose): Defect => ({
    ...decided(
      'upload-takes-each-purpose',
      `${kebab(purpose)}-is-no-purpose`,
      `The purpose ${purpose} was left out of the list.`,
      ({ uploads }) => {
        uploads.purposes = uploads.purposes.filter((one) => one !== purpose)
        if (purpose === 'other') uploads.purposeWhenMissing = 'prior_report'
      },
    ),
    deep: 'only one member of the enumeration',
  })),
  decided(
    'upload-without-purpose-accepted',
    'purpose-demanded',
    'An upload must say what it is for.',
    set('uploads.purposeWhenMissing', ''),
  ),
  decided(
    'upload-takes-a-description',
    'description-is-a-single-word',
    'A description is used as a label, which takes a single word.',
    replace('uploads.descriptionProblem', (description) => (/\s/.test(description) ? 'must be a single word' : null)),
  ),
  decided(
    'upload-is-visible-to-the-company',
    'upload-kept-from-the-company',
    'What a lender uploads is filed with the lender, and the company does not see it.',
    replace('uploads.companySees', ({ kind }) => kind !== 'supporting'),
  ),
  summarised(
    'size-bytes-is-the-files-size',
    'size-in-kilobytes',
    'The size of a document is counted in kilobytes.',
    (summary) => {
      summary['size_bytes'] = Math.ceil(Number(summary['size_bytes']) / 1024)
    },
  ),
  {
    ...detailed(
      'detail-has-the-summary-fields',
      'detail-with-an-ascii-name',
      'The detail of a document shows its name in ASCII, as a header once needed it.',
      (detail) => {
        detail['filename'] = String(detail['filename']).replaceAll(/[^\x20-\x7e]/g, '_')
      },
    ),
    deep: 'only for a name beyond ASCII',
  },
  detailed(
    'detail-has-the-summary-fields',
    'detail-with-less',
    'The detail of a document leaves its size and name to the list.',
    (detail) => {
      dropAt(detail, 'size_bytes')
      dropAt(detail, 'filename')
    },
  ),
  detailed(
    'detail-has-order-id',
    'detail-without-order',
    'The detail of a document does not say which order it is on.',
    (detail) => dropAt(detail, 'order_id'),
  ),
  detailed(
    'detail-has-download-url',
    'detail-without-url',
    'The detail of a document has a link without its address.',
    (detail) => dropAt(detail, 'download.url'),
  ),
  detailed(
    'detail-has-download-expires-at',
    'detail-without-expiry',
    'The detail of a document does not say when its link expires.',
    (detail) => dropAt(detail, 'download.expires_at'),
  ),
  spoiled('report-pdf-is-a-pdf', 'report-as-html', 'The report is a web page that calls itself a PDF.', '%PDF-1.', () =>
    Buffer.from('<html>report</html>'),
  ),
  undelivered('report-pdf-present-on-uad-2-6', 'report_pdf', 'uad_2_6'),
  undelivered('report-pdf-present-on-uad-3-6', 'report_pdf', 'uad_3_6'),
  undelivered('report-data-present-on-uad-2-6', 'report_data', 'uad_2_6'),
  undelivered('report-data-present-on-uad-3-6', 'report_data', 'uad_3_6'),
  spoiled(
    'report-data-2-6-is-gse-xml',
    'report-data-of-mismo-2-4',
    'The report data is of an older standard.',
    '<?xml',
    (bytes) => Buffer.from(bytes.toString('utf8').replace('2.6GSE', '2.4')),
  ),
  spoiled(
    'report-data-2-6-embeds-the-pdf',
    'report-data-without-pdf',
    'The element for the embedded report is empty.',
    '<?xml',
    (bytes) => Buffer.from(bytes.toString('utf8').replace(/<DOCUMENT>[^<]*<\/DOCUMENT>/, '<DOCUMENT></DOCUMENT>')),
  ),
  spoiled(
    'report-data-3-6-is-a-zip-package',
    'package-cut-short',
    'The package lacks its end.',
    'PK\u0003\u0004',
    (bytes) => bytes.subarray(0, bytes.length - 22),
  ),
  summarised('report-data-2-6-has-xml-media-type', 'xml-as-text-xml', 'XML is called text/xml.', (summary) => {
    if (summary['content_type'] === 'application/xml') summary['content_type'] = 'text/xml'
  }),
  {
    ...revised(
      'report-data-2-6-has-xml-media-type',
      'revised-xml-as-text-xml',
      'The XML of a revised report is called text/xml.',
      'application/xml',
      'text/xml',
    ),
    deep: 'only with a revised report',
  },
  {
    ...revised(
      'report-data-3-6-has-zip-media-type',
      'revised-package-as-xml',
      'The package of a revised report is called XML.',
      'application/zip',
      'application/xml',
    ),
    deep: 'only with a revised report',
  },
  summarised(
    'report-data-3-6-has-zip-media-type',
    'zip-as-octet-stream',
    'A ZIP file is called a stream of bytes.',
    (summary) => {
      if (summary['content_type'] === 'application/zip') summary['content_type'] = 'application/octet-stream'
    },
  ),
  absent('invoice-present-when-invoiced-here', 'invoice'),
  absent('compliance-certificate-present-when-issued', 'compliance_certificate'),
  absent('borrower-certificate-present-when-issued', 'borrower_certificate'),
  absent('review-report-present-when-provided', 'review_report'),
  decided(
    'report-pdf-is-its-own-file',
    'report-pdf-is-the-data',
    'The report PDF is listed under the id of the report data.',
    answered('getOrder', (body) => {
      const all = body['documents'] as Wire[]
      const data = all.find((one) => one['kind'] === 'report_data')
      body['documents'] = all.map((one) => (data && one['kind'] === 'report_pdf' ? { ...one, id: data['id'] } : one))
    }),
  ),
  decided(
    'invoice-is-its-own-file',
    'invoice-is-the-report',
    'The invoice is the last page of the report and has its id.',
    answered('getOrder', (body) => {
      const all = body['documents'] as Wire[]
      const pdf = all.find((one) => one['kind'] === 'report_pdf')
      body['documents'] = all.map((one) => (pdf && one['kind'] === 'invoice' ? { ...one, id: pdf['id'] } : one))
    }),
  ),
  decided(
    'certificates-stay-separate-files',
    'certificates-are-the-package',
    'The certificates are listed under the id of the package.',
    answered('getOrder', (body) => {
      const all = body['documents'] as Wire[]
      const data = all.find((one) => one['kind'] === 'report_data')
      body['documents'] = all.map((one) =>
        data && String(one['kind']).endsWith('_certificate') ? { ...one, id: data['id'] } : one,
      )
    }),
  ),
  summarised(
    'supporting-comes-from-either-side',
    'company-files-are-other',
    "The company's own supporting files have a kind of their own.",
    (summary) => {
      if (summary['kind'] === 'supporting' && !String(summary['filename']).includes('sales'))
        summary['kind'] = 'company_file'
    },
  ),
  decided(
    'supporting-may-come-at-any-time',
    'nothing-after-delivery',
    'Uploads end with the delivery of the report.',
    ({ access, wire }) => {
      let delivered = false
      const { find } = access
      access.find = function (account, resource, what) {
        const found = find.call(this, account, resource, what)
        delivered = (found as { status?: { code?: unknown } }).status?.code === 'report_complete'
        return found as never
      }
      answering('uploadDocument', (answer) =>
        delivered
          ? {
              status: 409,
              body: {
                code: 'action_not_allowed_in_status',
                message: 'It is done.',
                current_status: 'report_complete',
                correlation_id: crypto.randomUUID(),
              },
            }
          : answer,
      )({ wire })
    },
  ),
  decided(
    'upload-of-kind-supporting-accepted',
    'supporting-called-evidence',
    'The kind of an upload must be evidence.',
    set('uploads.kinds', ['evidence']),
  ),
  kindTaken('upload-of-report-pdf-refused', 'report_pdf'),
  kindTaken('upload-of-report-data-refused', 'report_data'),
  kindTaken('upload-of-invoice-refused', 'invoice'),
  kindTaken('upload-of-compliance-certificate-refused', 'compliance_certificate'),
  kindTaken('upload-of-borrower-certificate-refused', 'borrower_certificate'),
  kindTaken('upload-of-ssr-refused', 'ssr'),
  kindTaken('upload-of-review-report-refused', 'review_report'),
  decided(
    'upload-of-unknown-kind-refused',
    'any-kind-uploaded',
    "The kinds that are the company's are turned away instead of all but the lender's, so that one of no list is taken.",
    set('uploads.kinds', (usual) =>
      Object.assign([...usual], { includes: (kind: string) => !companys.includes(kind) }),
    ),
  ),
  decided(
    'upload-without-kind-refused',
    'kind-missing-is-not-found',
    'An upload without a part is answered 404.',
    missingPartIs('not_found'),
  ),
  decided(
    'upload-without-file-refused',
    'file-missing-is-a-type',
    'An upload without a part is answered 415.',
    missingPartIs('unsupported_media_type'),
  ),
  decided(
    'upload-summary-has-kind-supporting',
    'upload-answered-with-purpose',
    'The answer to an upload shows the purpose as the kind.',
    (behaviour) =>
      answered('uploadDocument', (summary) => {
        summary['kind'] = 'other'
      })(behaviour),
  ),
  decided('upload-summary-keeps-the-filename', 'upload-named-by-id', 'An upload is named by its id.', (behaviour) =>
    answered('uploadDocument', (summary) => {
      summary['filename'] = `${String(summary['id'])}.bin`
    })(behaviour),
  ),
  decided(
    'upload-answers-with-the-summary',
    'upload-answered-with-its-id',
    'An upload is answered with its id alone.',
    (behaviour) =>
      answering('uploadDocument', (answer) =>
        answer.status < 300 ? { ...answer, body: { id: (answer.body as Wire)['id'] } } : answer,
      )(behaviour),
  ),
  spoiled(
    'upload-takes-the-file',
    'carriage-returns-lost',
    'Line ends of text files are put in order on upload.',
    'Sales nearby',
    (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\r\n', '\n')),
  ),
  decided(
    'upload-over-25-mb-is-413',
    'upload-of-26-mb-taken',
    'Files may have 30 MB.',
    set('uploads.maxBytes', 30_000_000),
  ),
  miscoded('upload-over-25-mb-has-its-code', 'large-upload-invalid', 'payload_too_large'),
  decided(
    'upload-up-to-25-mb-accepted',
    'upload-of-20-mb-at-most',
    'Files may have 20 MB.',
    set('uploads.maxBytes', 20_000_000),
  ),
  decided('upload-limit-is-per-file', 'upload-limit-for-all', 'All uploads together may have 25 MB.', ({ uploads }) => {
    let sum = 0
    const { accept } = uploads
    uploads.accept = async (file) => {
      const verdict = await accept(file)
      sum += file.bytes.length
      return sum > uploads.maxBytes ? { refused: 'too much in all' } : verdict
    }
  }),
  typeRefused('upload-of-pdf-accepted', 'pdf', /pdf/),
  typeRefused('upload-of-jpeg-accepted', 'jpeg', /jpeg/),
  typeRefused('upload-of-png-accepted', 'png', /png/),
  typeRefused('upload-of-tiff-accepted', 'tiff', /tiff/),
  typeRefused('upload-of-zip-accepted', 'zip', /zip$/),
  typeRefused('upload-of-xml-accepted', 'xml', /^application\/xml/),
  typeRefused('upload-of-plain-text-accepted', 'text', /^text\/plain/),
  typeRefused('upload-of-office-files-accepted', 'excel', /spreadsheetml/),
  decided(
    'upload-of-other-types-is-415',
    'any-type-uploaded',
    'The type of a file is not looked at.',
    replace('uploads.accept', async ({ declared }) => ({ content_type: declared ?? 'application/octet-stream' })),
  ),
  miscoded('upload-of-other-types-has-its-code', 'other-type-invalid', 'unsupported_media_type'),
  decided(
    'list-holds-summaries',
    'document-list-of-ids',
    'The list of documents holds their ids and kinds.',
    (behaviour) =>
      answered('listDocuments', (body) => {
        body['data'] = (body['data'] as Wire[]).map(({ id, kind }) => ({ id, kind }))
      })(behaviour),
  ),
  decided(
    'list-shows-the-orders-documents',
    'document-list-without-uploads',
    'The list of documents leaves out what the lender uploaded.',
    (behaviour) =>
      answered('listDocuments', (body) => {
        body['data'] = (body['data'] as Wire[]).filter((document) => document['kind'] !== 'supporting')
      })(behaviour),
  ),
  decided(
    'hidden-document-is-404',
    'hidden-document-shown',
    'Whose document it is counts for nothing.',
    instead(
      'access.find',
      (usual, account, resource, what) =>
        (what === 'document' && resource ? resource : usual(account, resource, what)) as never,
    ),
  ),
  decided(
    'refused-upload-leaves-no-document',
    'refused-upload-listed',
    'A refused upload is on the list all the same.',
    (behaviour) => {
      const refused: string[] = []
      const { body } = behaviour.problems
      behaviour.problems.body = function (refusal, correlationId) {
        refused.push(`doc_refused_${refused.length}`)
        return body.call(this, refusal, correlationId)
      }
      answered('listDocuments', (list) => {
        const made = {
          kind: 'supporting',
          filename: 'over.txt',
          content_type: 'text/plain',
          size_bytes: 1,
          created_at: new Date().toISOString(),
        }
        list['data'] = [...refused.map((id) => ({ id, ...made })), ...(list['data'] as Wire[])]
        list['total'] = Number(list['total']) + refused.length
      })(behaviour)
    },
  ),
]

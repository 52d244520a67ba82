// An upload of a kind that is not the lender's, of a type that is not accepted, or without a part is refused and leaves nothing.
import { oneOf, present } from '../../evidence/expected.ts'
import { computedFrom, seen, seenStatus } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { acceptedFiles, otherFiles, type TinyFile } from '../../steps/tiny-files.ts'
import { uploadFile, type UploadParts } from '../../steps/upload-file.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import type { CheckContext } from '../../kit/context.ts'
import { eventsOf } from '../../steps/events-of.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const kinds: [rule: string, kind: string][] = [
  ['documents.upload-of-report-pdf-refused', 'report_pdf'],
  ['documents.upload-of-report-data-refused', 'report_data'],
  ['documents.upload-of-invoice-refused', 'invoice'],
  ['documents.upload-of-compliance-certificate-refused', 'compliance_certificate'],
  ['documents.upload-of-borrower-certificate-refused', 'borrower_certificate'],
  ['documents.upload-of-ssr-refused', 'ssr'],
  ['documents.upload-of-review-report-refused', 'review_report'],
  // The values of an enumeration are in lower case.
  ['documents.upload-of-unknown-kind-refused', 'SUPPORTING'],
]

const missing: [rule: string, part: keyof UploadParts][] = [
  ['documents.upload-without-kind-refused', 'kind'],
  ['documents.upload-without-file-refused', 'file'],
]

const typed = 'documents.upload-of-other-types-is-415'
const typedCode = 'documents.upload-of-other-types-has-its-code'
const nothing = 'documents.refused-upload-leaves-no-document'

const kindReadings: Record<string, string> = {
  '422 validation_failed': 'validation-failed-422',
  '422 semantic_validation_failed': 'semantic-422',
}

/** The ids of those documents that events of the order name. */
const namedInEvents = async (
  context: CheckContext,
  orderId: string,
  documents: readonly Record<string, unknown>[],
): Promise<Set<unknown>> => {
  const named = async () => {
    const shown = JSON.stringify((await eventsOf(context, orderId)).map(({ data }) => data))
    return documents.flatMap(({ id }) => (shown.includes(`"${String(id)}"`) ? [id] : []))
  }
  const isDone = (ids: unknown[]): boolean => ids.length === documents.length
  return new Set(await context.eventually(named, isDone, context.patience.state))
}

export default check({
  id: 'documents.other-uploads-are-refused',
  verifies: [...kinds.map(([rule]) => rule), ...missing.map(([rule]) => rule), typed, typedCode, nothing],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, shared, recordReading } = context
    const { orderId } = await shared(uploadedDocument)
    const list = { operationId: 'listDocuments', params: { order_id: orderId } } as const
    const before = await getPage(context, list, { per_page: limits().per_page_max })
    const mark = marker()
    const marked = (file: TinyFile): TinyFile => ({ ...file, name: `${mark}-${file.name}` })
    const file = marked(acceptedFiles().pdf)
    const others = otherFiles().map(marked)
    const good: UploadParts = { kind: 'supporting', purpose: 'other', description: 'A file that is fine.', file }

    for (const [rule, kind] of kinds) {
      const answer = await uploadFile(context, orderId, { ...good, kind })
      const { status } = answer.response
      expect(rule).that(seenStatus(answer), () => [400, 403, 422].includes(status), oneOf([400, 403, 422]))
      const reading = [400, 403].includes(status)
        ? `status-${status}`
        : kindReadings[`${status} ${String(fieldAt(answer, '/code'))}`]
      if (reading !== undefined) recordReading('documents.other-kind-status', reading, answer)
    }
    for (const [rule, part] of missing) {
      const answer = await uploadFile(context, orderId, { ...good, [part]: undefined })
      const { status } = answer.response
      const fits = expect(rule).that(seenStatus(answer), () => status === 400 || status === 422, oneOf([400, 422]))
      if (fits) recordReading('documents.missing-part-status', `status-${status}`, answer)
    }
    for (const other of others) {
      const answer = await uploadFile(context, orderId, { ...good, file: other })
      expect(typed).status(answer, 415)
      expect(typedCode).equal(seen(answer, '/code'), 'unsupported_media_type')
    }
    const after = await getPage(context, list, { per_page: limits().per_page_max })
    const ids = itemsOf([before]).map(({ id }) => id)
    // The company may add documents of its own meanwhile, and its events name them; a file that was sent is nobody else's.
    const sizes = new Set([file, ...others].map(({ bytes }) => bytes.length))
    const isSent = ({ filename, size_bytes: size }: Record<string, unknown>): boolean =>
      String(filename).includes(mark) || sizes.has(Number(size))
    const further = itemsOf([after]).filter((document) => !ids.includes(document['id']) && !isSent(document))
    const companys = further.length > 0 ? await namedInEvents(context, orderId, further) : new Set()
    const listed = itemsOf([after]).filter((document) => !companys.has(document['id']))
    expect(nothing).equal(
      computedFrom(
        listed.map(({ id }) => id),
        after,
        before,
      ),
      ids,
    )
    expect(nothing).that(computedFrom(entriesAt(after, '/data').length, after), () => ids.length > 0, present)
  },
})

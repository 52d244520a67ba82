// An upload is answered with its summary, is on the order, and comes back byte for byte.
import { includes, present } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { awaitListed } from '../../steps/await-listed.ts'
import { fetchFile, readDocument } from '../../steps/documents.ts'
import { uploadText, uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { awaitStatus } from '../../steps/order-state.ts'
import { entriesAt } from '../../steps/read.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const accepted = [
  'documents.upload-takes-multipart',
  'documents.upload-of-kind-supporting-accepted',
  'documents.upload-of-plain-text-accepted',
  'transport.serves-post-order-documents',
]

const created = 'documents.created-at-is-when-it-was-uploaded'

export default check({
  id: 'documents.upload-comes-back-byte-for-byte',
  verifies: [
    ...accepted,
    'documents.upload-answers-with-the-summary',
    'documents.upload-summary-has-kind-supporting',
    'documents.upload-summary-keeps-the-filename',
    created,
    'documents.size-bytes-is-the-files-size',
    'documents.upload-takes-the-file',
    'documents.list-shows-the-orders-documents',
    'order.read-includes-its-documents',
    'downloads.link-delivers-the-file',
    'downloads.plain-get-suffices',
    'transport.serves-get-order-documents',
    'transport.serves-get-document',
    'transport.serves-get-download',
  ],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared, recordReading } = context
    const { orderId, status, answer, moment, documentId } = await shared(uploadedDocument)
    expect(accepted).status(answer, '2xx')
    if (documentId === null) return
    recordReading('documents.success-status', `status-${answer.response.status}`, answer)
    for (const field of ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at'])
      expect('documents.upload-answers-with-the-summary').that(
        seen(answer, `/${field}`),
        (value) => value !== undefined && value !== null,
        present,
      )
    expect('documents.upload-summary-has-kind-supporting').equal(seen(answer, '/kind'), 'supporting')
    expect('documents.upload-summary-keeps-the-filename').equal(seen(answer, '/filename'), uploadText.name)
    expect(created).that(seen(answer, '/created_at'), (at) => isWithin(moment, at), shownMoment(moment))
    expect('documents.size-bytes-is-the-files-size').equal(seen(answer, '/size_bytes'), uploadText.bytes.length)

    const look = () => client.call('listDocuments', { params: { order_id: orderId } })
    const list = await awaitListed(context, look, [documentId])
    expect('transport.serves-get-order-documents').status(list, '2xx')
    const order = await awaitStatus(context, orderId, [status])
    for (const [rule, shown, pointer] of [
      ['documents.list-shows-the-orders-documents', list, '/data'],
      ['order.read-includes-its-documents', order, '/documents'],
    ] as const) {
      const ids = entriesAt(shown, pointer).map(({ id }) => id)
      expect(rule).that(computedFrom(ids, shown, answer), () => ids.includes(documentId), includes(documentId))
    }
    const detail = await readDocument(context, documentId)
    expect('transport.serves-get-document').status(detail, '2xx')
    recordReading(
      'conventions.read-success-status',
      detail.response.status === 200 ? 'status-200' : 'status-203',
      detail,
    )
    const file = await fetchFile(context, detail)
    expect(['downloads.plain-get-suffices', 'transport.serves-get-download']).status(file, '2xx')
    const same = Buffer.compare(file.response.body, uploadText.bytes) === 0
    expect(['downloads.link-delivers-the-file', 'documents.upload-takes-the-file']).that(
      computedFrom(`${file.response.body.length} bytes${same ? ' as sent' : ''}`, file, answer),
      () => same,
      `${uploadText.bytes.length} bytes as sent`,
    )
    const type = headerOf(file.response.headers, 'content-type') ?? ''
    recordReading(
      'downloads.content-type',
      type.startsWith('application/octet-stream') ? 'octet-stream' : 'as-on-document',
      file,
    )
  },
})

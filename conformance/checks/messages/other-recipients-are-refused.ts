// A message to anybody but the manager and the appraiser is refused and does not stand in the thread.
import { excludes, oneOf } from '../../evidence/expected.ts'
import { computedFrom, seenStatus } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const refused = 'messages.other-recipients-refused'
const absent = 'messages.refused-message-is-not-in-the-thread'

const readings: Record<string, string> = {
  '422 validation_failed': 'validation-failed-422',
  '422 semantic_validation_failed': 'semantic-422',
  '422 recipient_not_allowed': 'recipient-not-allowed-422',
}

export default check({
  id: 'messages.other-recipients-are-refused',
  verifies: [refused, absent],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared, marker, recordReading } = context
    const { orderId } = await shared(uploadedDocument)
    const params = { order_id: orderId }
    const subject = `To nobody ${marker()}`
    for (const recipient of ['lender', 'borrower', 'Manager Name']) {
      const json = { recipient, subject, body: 'Nobody should read this.', document_ids: [] }
      const answer = await client.call('sendMessage', { params, json })
      const { status } = answer.response
      expect(refused).that(seenStatus(answer), () => status === 400 || status === 422, oneOf([400, 422]))
      const reading = status === 400 ? 'status-400' : readings[`${status} ${String(fieldAt(answer, '/code'))}`]
      if (reading !== undefined) recordReading('messages.unknown-recipient-status', reading, answer)
    }
    const thread = await client.call('listMessages', { params, query: { per_page: limits().per_page_max } })
    const subjects = entriesAt(thread, '/data').map((message) => message['subject'])
    expect(absent).that(computedFrom(subjects, thread), () => !subjects.includes(subject), excludes(subject))
  },
})

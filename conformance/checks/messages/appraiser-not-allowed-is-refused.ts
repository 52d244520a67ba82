// A company that keeps appraiser contact to itself refuses a message to the appraiser with its code, and keeps none of it.
import { excludes, includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { assignedOrderOf } from '../../scenarios/assigned-order.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { acceptedFiles } from '../../steps/tiny-files.ts'
import { uploadFile } from '../../steps/upload-file.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const refused = 'messages.appraiser-not-allowed-is-422'
const code = 'messages.appraiser-not-allowed-has-its-code'
const absent = 'messages.refused-message-is-not-in-the-thread'
const holds = 'messages.thread-holds-what-the-lender-sent'
const role = 'no_appraiser_messages'

export default check({
  id: 'messages.appraiser-not-allowed-is-refused',
  verifies: [refused, code, absent, holds, 'messages.manager-accepted-as-recipient'],
  needs: ['orders', 'sandbox', 'role:no_appraiser_messages'],
  async run(context) {
    const { client, control, expect, marker, orders } = context
    // Before an assignment, that nobody is there to read it may be a reason of its own.
    const params = { order_id: await context.shared(assignedOrderOf(role)) }
    // That he wrote first is no leave to answer him.
    const words = { from: 'appraiser', body: 'Where is the key?' }
    await control?.ask('POST', `/orders/${params.order_id}/messages`, words).catch(() => null)

    const sent = {
      recipient: 'appraiser',
      subject: `Kept ${marker()}`,
      body: 'The key is with the neighbour.',
      document_ids: [],
    }
    const answer = await client.call('sendMessage', { params, json: sent, role })
    expect(refused).status(answer, 422)
    expect(code).equal(seen(answer, '/code'), 'recipient_not_allowed')
    // A file is no leave to reach him either.
    const upload = await uploadFile(context, params.order_id, { kind: 'supporting', file: acceptedFiles().text }, role)
    const document = fieldAt(upload, '/id')
    const filed = { ...sent, subject: `Filed ${marker()}`, document_ids: [document] }
    if (succeeded(upload) && typeof document === 'string') {
      const refusal = await client.call('sendMessage', { params, json: filed, role })
      expect(refused).status(refusal, 422)
      expect(code).equal(seen(refusal, '/code'), 'recipient_not_allowed')
    }
    const allowed = { ...sent, recipient: 'manager', subject: `Allowed ${marker()}` }
    expect('messages.manager-accepted-as-recipient').status(
      await client.call('sendMessage', { params, json: allowed, role }),
      '2xx',
    )
    // A cancel, which may be refused, leaves the thread as it is.
    const cancelled = await client.call('cancelOrder', { params, json: { reason: 'The sale fell through.' }, role })
    if (succeeded(cancelled)) orders.settled(params.order_id)
    const thread = await client.call('listMessages', { params, query: { per_page: limits().per_page_max }, role })
    const subjects = entriesAt(thread, '/data').map(({ subject }) => subject)
    for (const { subject } of [sent, filed])
      expect(absent).that(computedFrom(subjects, thread, answer), () => !subjects.includes(subject), excludes(subject))
    expect(holds).that(
      computedFrom(subjects, thread),
      () => subjects.includes(allowed.subject),
      includes(allowed.subject),
    )
  },
})

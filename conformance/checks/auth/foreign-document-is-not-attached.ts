// Another lender that quotes the id of our document in a message on its own order gets nothing of it, nor is the id kept.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { orderBody } from '../../steps/order-body.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded, textAt } from '../../steps/read.ts'
import { textOf, type Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.lender-scope-opens-nothing-outside-the-account'
const kept = 'messages.foreign-document-is-not-kept'

const codes: Record<string, string> = {
  semantic_validation_failed: 'semantic-422',
  validation_failed: 'validation-422',
}

/** What is done with a document that is not on the order, which ours is for another lender. */
const unknownDocuments = (answer: Answered): string | null => {
  if (succeeded(answer)) return 'ignored'
  const { status } = answer.response
  if (status === 422) return codes[String(fieldAt(answer, '/code'))] ?? null
  return status === 404 || status === 400 ? `status-${status}` : null
}

export default check({
  id: 'auth.foreign-document-is-not-attached',
  verifies: [rule, kept],
  needs: ['orders', 'sandbox', 'role:other_lender'],
  async run(context) {
    const { client, expect, marker, recordReading, shared } = context
    const { documentId, mark } = await shared(grandWalk)
    if (documentId === null) throw blocked('no-document')
    const role = 'other_lender'
    const product = await pickProduct(context, { role })
    const headers = { 'Idempotency-Key': marker() }
    const placed = requireSuccess(
      await client.call('createOrder', { role, headers, json: orderBody(context, product) }),
    )
    const params = { order_id: textAt(placed, '/id') }
    const json = {
      recipient: 'manager',
      subject: 'Evidence',
      body: `See the file (${marker()}).`,
      document_ids: [documentId],
    }
    const answers = [
      await client.call('sendMessage', { role, params, json }),
      await client.call('listMessages', { role, params }),
    ]
    const reading = unknownDocuments(answers[0]!)
    if (reading !== null) recordReading('messages.unknown-documents', reading, answers[0]!)
    await client.call('cancelOrder', { role, params, json: { reason: 'end of a test' } })
    for (const answer of answers) {
      // The file's name is known to nobody but us, so that a target that shows it has looked into our account.
      const shown = (textOf(answer.response.body) ?? '').includes(mark)
      expect(rule).equal(
        computedFrom(shown ? 'the name of our file' : 'nothing of our file', answer),
        'nothing of our file',
      )
    }
    const thread = requireSuccess(answers[1]!)
    const quoted = entriesAt(thread, '/data').filter((message) => JSON.stringify(message).includes(documentId))
    expect(kept).equal(computedFrom(quoted, ...answers), [])
  },
})

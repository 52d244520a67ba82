// A reply of the company on a revision request has an identifier of a message.
import { exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { startsWith } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { entriesAt, textAt } from '../../steps/read.ts'
import { hasMessageId, says } from '../../steps/revision-replies.ts'
import { check } from '../../kit/check.ts'

const rule = 'conventions.revision-reply-ids-start-with-msg'

const words = 'The garage is on page four of the revised report.'

export default check({
  id: 'conventions.revision-reply-has-a-message-id',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'control'],
  async run({ client, control, shared, expect, eventually, patience }) {
    const sequence = await shared(exampleSequence)
    const order_id = sequence.placed.id
    const request = textAt(revisionOf(sequence).answer, '/id')
    await control!.ask('POST', `/orders/${order_id}/revision-requests/${request}/answer`, {
      body: words,
    })
    const repliesIn = (list: Parameters<typeof entriesAt>[0]) => entriesAt(list, '/data/0/responses')
    const list = await eventually(
      () => client.call('listRevisionRequests', { params: { order_id } }),
      (answer) => repliesIn(answer).some((reply) => says(reply, words)),
      patience.state,
    )
    const replies = repliesIn(list)
    const ours = replies.filter((reply) => says(reply, words))
    expect(rule).that(
      seen(list, '/data/0/responses'),
      // What a reply shows is open, so that the words may stand elsewhere.
      () => (ours.length > 0 ? ours.every(hasMessageId) : replies.some(hasMessageId)),
      startsWith('msg_'),
    )
  },
})

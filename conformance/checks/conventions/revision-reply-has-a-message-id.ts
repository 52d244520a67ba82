// A reply of the company on a revision request bears an identifier of a message.
import { exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { seen } from '../../evidence/seen.ts'
import { entriesAt, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'conventions.revision-reply-ids-start-with-msg'

const hasMessageId = (reply: unknown): boolean =>
  typeof reply === 'string'
    ? reply.startsWith('msg_')
    : typeof reply === 'object' && reply !== null && Object.values(reply).some((value) => hasMessageId(value))

export default check({
  id: 'conventions.revision-reply-has-a-message-id',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'control'],
  async run({ client, control, shared, expect, eventually, patience }) {
    const sequence = await shared(exampleSequence)
    const order_id = sequence.placed.id
    const request = textAt(revisionOf(sequence).answer, '/id')
    await control!.ask('POST', `/orders/${order_id}/revision-requests/${request}/answer`, {
      body: 'The garage is on page four of the revised report.',
    })
    const repliesIn = (list: Parameters<typeof entriesAt>[0]) => entriesAt(list, '/data/0/responses')
    const list = await eventually(
      () => client.call('listRevisionRequests', { params: { order_id } }),
      (answer) => repliesIn(answer).length > 0,
      patience.state,
    )
    expect(rule).that(
      seen(list, '/data/0/responses'),
      () => repliesIn(list).length > 0 && repliesIn(list).every(hasMessageId),
      'each with an id that starts with msg_',
    )
  },
})

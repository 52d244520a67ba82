// A message to the manager is accepted, stands in the thread as it was sent, and raises no event.
import { fieldsIn } from '../../evidence/parts.ts'
import { atLeast, includes } from '../../evidence/expected.ts'
import { computedFrom, seenInEntry } from '../../evidence/seen.ts'
import { awaitList } from '../../steps/await-listed.ts'
import { eventsOf } from '../../steps/events-of.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { documentOf, uploadedDocument } from '../../scenarios/uploaded-document.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const accepted = [
  'messages.manager-accepted-as-recipient',
  'messages.send-takes-recipient',
  'transport.serves-post-messages',
]

const fields: [field: string, rules: string[]][] = [
  ['recipient', ['messages.read-has-recipient']],
  ['subject', ['messages.read-has-subject', 'messages.send-takes-subject']],
  ['body', ['messages.read-has-body', 'messages.send-takes-body']],
  ['document_ids', ['messages.read-has-document-ids', 'messages.send-takes-document-ids']],
]

const twice = 'messages.sent-twice-is-two-messages'
const noKey = 'idempotency.key-means-nothing-to-other-writes'
const utf8 = 'conventions.request-bodies-are-read-as-utf-8'
const farWords = 'Zugang über die Hintertür, 鍵は隣家.'

const known = ['id', 'recipient', 'subject', 'body', 'document_ids', 'attachments']

const hasBody = (answer: Answered): boolean => fieldAt(answer, '/body') !== undefined

export default check({
  id: 'messages.sent-message-is-in-the-thread',
  verifies: [
    ...accepted,
    ...fields.flatMap(([, rules]) => rules),
    utf8,
    twice,
    noKey,
    'messages.thread-holds-what-the-lender-sent',
    'transport.serves-get-messages',
    'events.message-posted-is-not-raised-by-the-lender',
  ],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared, marker, recordReading } = context
    const uploaded = await shared(uploadedDocument)
    const documentId = documentOf(uploaded)
    const params = { order_id: uploaded.orderId }
    const mark = `(${marker()})`
    const sent = {
      recipient: 'manager',
      subject: `Access ${mark} 🔑`,
      body: `The lockbox code has changed (1 < 2 & "A" > 'B'): ${farWords}`,
      document_ids: [documentId],
    }
    // The key of the create, which is nothing to a message.
    const sendUnder = (key: string) =>
      client.call('sendMessage', { params, json: sent, headers: { 'Idempotency-Key': key } })
    const keyed = await sendUnder(uploaded.key)
    const key = fieldAt(keyed, '/code') === 'idempotency_key_reused' ? marker() : uploaded.key
    const answer = key === uploaded.key ? keyed : await sendUnder(key)
    if (!expect(accepted).status(answer, '2xx')) return
    recordReading('messages.success-status', `status-${answer.response.status}`, answer)
    const shown = answer.response.body.length === 0 ? 'empty' : hasBody(answer) ? 'message' : 'identifier-only'
    recordReading('messages.response', shown, answer)
    // As after a timeout, by a client that did not look into the thread first and relies on a key.
    const again = await sendUnder(key)
    const isOurs = ({ subject }: Record<string, unknown>) => String(subject).includes(mark)
    const thread = await awaitList(
      context,
      () => client.call('listMessages', { params, query: { per_page: limits().per_page_max } }),
      (entries) => entries.filter(isOurs).length > 1,
    )
    expect('transport.serves-get-messages').status(thread, '2xx')
    const message = entriesAt(thread, '/data').find(isOurs)
    const there = expect('messages.thread-holds-what-the-lender-sent').that(
      computedFrom(message, thread, answer),
      () => message !== undefined,
      { subject: sent.subject },
    )
    if (!there || !message) return
    const same = entriesAt(thread, '/data').filter(({ body }) => body === message['body'])
    // One that is taken once may be so for its key.
    if (
      succeeded(again) &&
      expect([twice, noKey]).that(computedFrom(same.length, thread, again), () => same.length > 1, atLeast(2))
    )
      recordReading('messages.equal-within-seconds', 'two-messages', again)
    const isTimed = 'created_at' in message
    const isSigned = Object.keys(message).some((name) => !known.includes(name) && /sender|author|from/.test(name))
    if (isTimed || !isSigned)
      recordReading('messages.other-fields', !isTimed ? 'none' : isSigned ? 'sender-and-time' : 'time-only', thread)
    for (const [field, rules] of fields)
      expect(rules).equal(seenInEntry(thread, { isIt: isOurs, field }, answer), sent[field as keyof typeof sent])
    expect(utf8).that(
      seenInEntry(thread, { isIt: isOurs, field: 'body' }, answer),
      (body) => String(body).includes(farWords),
      includes(farWords),
    )
    // An answer of the company may quote the subject.
    const isOwn = (posted: Record<string, unknown>) => isOurs(posted) && posted['recipient'] !== 'lender'
    const posted = (await eventsOf(context, uploaded.orderId)).filter(
      ({ type, data }) => type === 'order.message_posted' && isOwn(fieldsIn(data['message'])),
    )
    expect('events.message-posted-is-not-raised-by-the-lender').equal(
      computedFrom(
        posted.map(({ type }) => type),
        ...posted.map(({ source }) => ({ id: source })),
      ),
      [],
    )
  },
})

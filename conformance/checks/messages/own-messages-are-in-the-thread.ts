// The thread shows each message that the lender sent, as it was sent, with an identifier and room for attachments.
import { attachedId } from '../../evidence/attached-id.ts'
import { present } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { correspondenceMessages } from '../../scenarios/correspondence-lists.ts'
import { correspondence, type SentMessage } from '../../scenarios/correspondence.ts'
import { entriesAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = {
  accepted: 'messages.manager-accepted-as-recipient',
  there: 'messages.thread-holds-what-the-lender-sent',
  identifier: 'messages.read-has-an-identifier',
  attachments: 'messages.read-has-attachments',
  theirs: 'messages.attachments-are-the-other-sides-documents',
}

const takesDocuments = 'messages.send-takes-document-ids'

const fields: [field: 'recipient' | 'subject' | 'body' | 'document_ids', rules: [read: string, sent: string]][] = [
  ['recipient', ['messages.read-has-recipient', 'messages.send-takes-recipient']],
  ['subject', ['messages.read-has-subject', 'messages.send-takes-subject']],
  ['body', ['messages.read-has-body', 'messages.send-takes-body']],
  ['document_ids', ['messages.read-has-document-ids', takesDocuments]],
]

const takes = fields.map(([, [, sent]]) => sent)

/** How an entry looks is open. */
const idsOf = (entries: unknown): string[] =>
  (Array.isArray(entries) ? entries : []).map(attachedId).filter((id) => typeof id === 'string')

const isIdentifier = (value: unknown): boolean => typeof value === 'string' && value.startsWith('msg_')

type Shown = Record<string, unknown>

/** Of the messages that have our mark those most like what was sent: an answer of the company may quote it. */
const likest = (shown: readonly Shown[], mark: string, sent: SentMessage['sent']): Shown[] => {
  const marked = shown.filter(({ subject, body }) => `${String(subject)} ${String(body)}`.includes(mark))
  const likeness = ({ subject, body }: Shown): number => Number(subject === sent.subject) + Number(body === sent.body)
  const most = Math.max(...marked.map(likeness))
  return marked.filter((one) => likeness(one) === most)
}

export default check({
  id: 'messages.own-messages-are-in-the-thread',
  verifies: [...Object.values(rules), ...fields.flatMap(([, named]) => named)],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { messages } = await shared(correspondence)
    // Where one without documents is taken, it is for those of another that this is refused.
    const isPlainTaken = messages.some(({ sent, answer }) => sent.document_ids.length === 0 && succeeded(answer))
    for (const { sent, answer } of messages) {
      const blamed = isPlainTaken && sent.document_ids.length > 0 ? takesDocuments : [rules.accepted, ...takes]
      expect(blamed).status(answer, '2xx')
    }
    const thread = (await shared(correspondenceMessages))[0]!
    const shown = entriesAt(thread, '/data')
    for (const { mark, sent, answer } of messages) {
      if (!succeeded(answer)) continue
      const found = likest(shown, mark, sent)
      expect(rules.there).equal(computedFrom(found.length, thread, answer), 1)
      const [message] = found
      if (!message) continue
      const at = (field: string) => seen(thread, `/data/${shown.indexOf(message)}/${field}`)
      for (const [field, named] of fields) {
        // An empty list and none at all say the same.
        const received = field === 'document_ids' && at(field).value === null ? { ...at(field), value: [] } : at(field)
        expect(named).equal(received, sent[field])
      }
      const named = typeof message['id'] === 'string' || Object.values(message).some(isIdentifier)
      expect(rules.identifier).that(computedFrom(message, thread), () => named, present)
      expect(rules.attachments).that(
        at('attachments'),
        (value) => value === null || Array.isArray(value),
        'array or null',
      )
      // Those that it quotes may be shown as its own.
      const others = idsOf(message['attachments']).filter((id) => !sent.document_ids.includes(id))
      expect(rules.theirs).equal(computedFrom(others, thread, answer), [])
    }
    const own = shown.find(({ subject }) => subject === messages[1]!.sent.subject)?.['attachments']
    const reading =
      own === null ? 'null-value' : Array.isArray(own) ? (own.length > 0 ? 'own-documents' : 'empty-array') : null
    if (reading !== null) recordReading('messages.own-attachments', reading, thread)
  },
})

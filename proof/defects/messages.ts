// Defects that break rules of the area messages.
import { setTimeout as pause } from 'node:timers/promises'
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import type { Defect } from './defect.ts'
import type { Answer } from '../../simulator/behaviour/wire.ts'

/** The field of a sent message that is called something else. */
const renamed = (breaks: string, field: string, name: string): Defect => ({
  id: `message-${name.replaceAll('_', '-')}-required`,
  breaks: `messages.${breaks}`,
  bug: `A message must have a ${name}; ${field} says nothing.`,
  apply: op.together(op.demand('sendMessage', name), op.waive('sendMessage', field)),
})

/** The body of every message of a thread is shown otherwise. */
export const bodies = (change: (body: string) => string): Mutation => op.respell('listMessages', 'data.*.body', change)

export const isOwn = (message: Wire): boolean => message['sender'] === 'lender'

export const messages: readonly Defect[] = [
  renamed('send-takes-recipient', 'recipient', 'to'),
  renamed('send-takes-body', 'body', 'text'),
  ...rows({
    'refused-message-is-kept': {
      breaks: 'messages.refused-message-is-not-in-the-thread',
      bug: 'A message is stored before its recipient is looked at.',
      deep: 'only after a refusal',
      apply: op.perTarget((late: Refusal | null = null) => [
        'late',
        op.answer('sendMessage', (given) => late ?? given),
        op.instead('access.checkRecipient', (usual, ...given) => {
          late = null
          try {
            usual(...given)
          } catch (refusal) {
            late = refusal as Refusal
          }
        }),
      ]),
    },
    'message-subject-forgotten': {
      breaks: 'messages.send-takes-subject',
      bug: 'The subject of a message is not kept.',
      apply: op.falsify('listMessages', 'data.*.subject', null),
    },
    'message-documents-forgotten': {
      breaks: 'messages.send-takes-document-ids',
      bug: 'The documents quoted by a message are not kept.',
      apply: op.edit('listMessages', ({ data }) =>
        (data as Wire[]).forEach((message) => {
          if (isOwn(message)) message['document_ids'] = []
        }),
      ),
    },
    'message-without-recipient': {
      breaks: 'messages.read-has-recipient',
      bug: 'A message is read without its recipient.',
      apply: op.drop('listMessages', 'data.*.recipient'),
    },
    'appraiser-to-come-becomes-manager': {
      breaks: 'messages.read-has-recipient',
      bug: 'A message to the appraiser of an order that has none yet is kept as one to the manager.',
      deep: 'only before an assignment',
      apply: op.perTarget((unassigned = new Set<unknown>()) => [
        op.falsify(
          'present.message',
          'recipient',
          'manager',
          ({ order_id, recipient }) => unassigned.has(order_id) && recipient === 'appraiser',
        ),
        op.note('messages.checkOrder', (order) => {
          if (order.appraiser === null) unassigned.add(order.id)
        }),
      ]),
    },
    'message-without-id': {
      breaks: 'messages.read-has-an-identifier',
      bug: 'A message is read without its id.',
      apply: op.drop('listMessages', 'data.*.id'),
    },
    'message-subject-cut': {
      breaks: 'messages.read-has-subject',
      bug: 'The subject is cut to ten characters.',
      apply: op.respell('listMessages', 'data.*.subject', (subject) => subject.slice(0, 10)),
    },
    'message-subject-without-emoji': {
      breaks: 'messages.read-has-subject',
      bug: 'The subject is kept in 16 bits a character.',
      deep: 'only for characters beyond the basic plane',
      apply: op.respell('listMessages', 'data.*.subject', (subject) =>
        subject.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
      ),
    },
    'message-body-without-emoji': {
      breaks: 'messages.read-has-body',
      bug: 'The body is kept in 16 bits a character.',
      deep: 'only for characters beyond the basic plane',
      apply: bodies((body) => body.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    },
    'message-body-on-one-line': {
      breaks: 'messages.read-has-body',
      bug: 'Line breaks of a body become blanks.',
      apply: bodies((body) => body.replaceAll('\n', ' ')),
    },
    'message-without-document-ids': {
      breaks: 'messages.read-has-document-ids',
      bug: 'A message is read without the documents it quotes.',
      apply: op.drop('listMessages', 'data.*.document_ids'),
    },
    'message-without-attachments': {
      breaks: 'messages.read-has-attachments',
      bug: 'A message that has no attachments lacks the field.',
      apply: op.edit('listMessages', ({ data }) =>
        (data as Wire[]).forEach((message) => {
          if ((message['attachments'] as unknown[]).length === 0) op.dropAt(message, 'attachments')
        }),
      ),
    },
    'recipient-by-its-author': {
      breaks: 'messages.message-to-the-lender-has-recipient-lender',
      bug: 'A message to the lender shows the manager as its recipient.',
      apply: op.falsify('listMessages', 'data.*.recipient', (recipient) =>
        recipient === 'lender' ? 'manager' : recipient,
      ),
    },
    'supporting-by-hand-only': {
      breaks: 'messages.attachments-are-on-the-order-too',
      bug: 'The list shows no file that came with a message.',
      apply: op.dropEntries('listDocuments', 'data', ({ filename }) => /^\d-/.test(String(filename))),
    },
    'manager-by-name-only': {
      breaks: 'messages.manager-accepted-as-recipient',
      bug: 'The manager is no recipient.',
      apply: op.tighten('sendMessage', 'recipient', { enum: ['company', 'appraiser'] }),
    },
    'appraiser-never-written-to': {
      breaks: 'messages.appraiser-accepted-where-the-company-allows',
      bug: 'The appraiser is refused as one that does not exist.',
      apply: op.instead('access.checkRecipient', (usual, lender, recipient) => {
        usual(lender, recipient)
        if (recipient === 'appraiser') throw new Refusal('validation_failed', 'There is no such recipient.')
      }),
    },
    'any-recipient-taken': {
      breaks: 'messages.other-recipients-refused',
      bug: 'A message is accepted for any recipient.',
      apply: op.loosen('sendMessage', 'recipient', { enum: undefined }),
    },
    'appraiser-not-allowed-is-accepted': {
      breaks: 'messages.appraiser-not-allowed-is-422',
      bug: 'Whether the company keeps appraiser contact is not looked at.',
      apply: op.skip('access.checkRecipient'),
    },
    'appraiser-not-allowed-is-validation-failed': {
      breaks: 'messages.appraiser-not-allowed-has-its-code',
      bug: 'A kept appraiser is refused as a value that is not valid.',
      apply: op.refusedAs(
        'access.checkRecipient',
        () => new Refusal('validation_failed', 'The recipient is not valid.'),
      ),
    },
    'messages-sent-together-are-one': {
      breaks: 'messages.thread-holds-what-the-lender-sent',
      bug: 'Two messages sent to one order at the same moment count as a double click.',
      deep: 'only under concurrency',
      apply: op.perTarget((open = new Map<string, Promise<Answer>>()) =>
        op.instead('idempotency.around', (usual, id, call, work) => {
          if (id !== 'sendMessage') return usual(id, call, work)
          const url = String(call.request.url)
          const before = open.get(url)
          if (before) return before
          const now = pause(20)
            .then(() => usual(id, call, work))
            .finally(() => open.delete(url))
          open.set(url, now)
          return now
        }),
      ),
    },
    'appraiser-is-reached-once-he-wrote': {
      breaks: 'messages.appraiser-not-allowed-is-422',
      bug: 'A kept appraiser who wrote to the lender can be answered.',
      deep: 'only after a message by the appraiser',
      apply: op.perTarget((wrote = new Set<string>(), late: Refusal | null = null) => [
        'skip',
        op.note('events.messagePosted', (_present, { author, order_id }) => {
          if (author === 'appraiser') wrote.add(order_id)
        }),
        op.instead('access.checkRecipient', (usual, ...given) => {
          late = null
          try {
            usual(...given)
          } catch (refusal) {
            late = refusal as Refusal
          }
        }),
        op.note('messages.checkOrder', ({ id }) => {
          if (late && !wrote.has(id)) throw late
        }),
      ]),
    },
    'appraiser-is-reached-with-a-file': {
      breaks: 'messages.appraiser-not-allowed-is-422',
      bug: 'A message with a file goes through the store of files, which does not look at whom it is for.',
      deep: 'only for a message with a document',
      apply: op.perTarget((hasFile = false) => [
        'skip',
        op.note('messages.completed', ({ document_ids }) => void (hasFile = (document_ids ?? []).length > 0)),
        op.skip('access.checkRecipient', () => hasFile),
      ]),
    },
    'document-quoted-once-only': {
      breaks: 'messages.send-takes-document-ids',
      bug: 'A document belongs to one message, and a second one that quotes it is refused.',
      deep: 'only for a document that was quoted before',
      apply: op.perTarget((quoted = new Set<string>()) =>
        op.wrap('messages.completed', (message) => {
          if (message.document_ids.some((id) => quoted.has(id)))
            throw new Refusal('semantic_validation_failed', 'The document belongs to another message.')
          for (const id of message.document_ids) quoted.add(id)
          return message
        }),
      ),
    },
    'message-event-escapes-html': {
      breaks: 'events.message-posted-has-message',
      bug: 'The event of a message shows its body escaped for HTML.',
      deep: 'only for a body with such letters',
      apply: op.respell('order.message_posted', 'message.body', (body) =>
        body.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      ),
    },
    'message-of-the-appraiser-to-the-manager': {
      breaks: 'messages.message-to-the-lender-has-recipient-lender',
      bug: 'The event of a message by the appraiser names the manager as its recipient.',
      deep: 'only in the event, and only by the appraiser',
      apply: op.falsify('order.message_posted', 'message.recipient', (recipient, _content, { data }) =>
        (data['message'] as { sender?: unknown }).sender === 'appraiser' ? 'manager' : recipient,
      ),
    },
  }),
]

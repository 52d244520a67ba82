// Defects that break rules of the area messages.
import { accept, instead, replace, skip } from '../operators/index.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { answered } from './answered.ts'
import { changeAt, dropAt, type Wire } from '../operators/edit-wire.ts'

const decided = (breaks: string, id: string, bug: string, apply: (behaviour: Behaviour) => void): Defect => ({
  id,
  breaks: `messages.${breaks}`,
  bug,
  apply,
})

/** Changes every message of a thread on its way out. */
const read = (breaks: string, id: string, bug: string, change: (message: Wire) => void): Defect =>
  decided(
    breaks,
    id,
    bug,
    answered('listMessages', (body) => {
      for (const message of body['data'] as Wire[]) change(message)
    }),
  )

/** The field of a sent message that is called something else. */
const renamed = (breaks: string, field: string, name: string): Defect =>
  decided(
    breaks,
    `message-${name.replaceAll('_', '-')}-wanted`,
    `A message must have a ${name}; ${field} says nothing.`,
    ({ shapes }) => {
      const shape = shapes.sendMessage as { required: string[] }
      shapes.sendMessage = { ...shape, required: [...shape.required.filter((one) => one !== field), name] }
    },
  )

const isOwn = (message: Wire): boolean => message['sender'] === 'lender'

export const messages: readonly Defect[] = [
  {
    id: 'refused-message-is-kept',
    breaks: 'messages.refused-message-is-not-in-the-thread',
    bug: 'A message is stored before its recipient is looked at.',
    deep: 'only after a refusal',
    apply: ({ access, wire }) => {
      const { checkRecipient } = access
      let late: unknown = null
      access.checkRecipient = function noted(lender, recipient) {
        late = null
        try {
          checkRecipient.call(this, lender, recipient)
        } catch (refusal) {
          late = refusal
        }
      }
      const { finish } = wire
      wire.finish = function refusedLate(operationId, answer, asker) {
        if (operationId === 'sendMessage' && late !== null) throw late
        return finish.call(this, operationId, answer, asker)
      }
    },
  },
  renamed('send-takes-recipient', 'recipient', 'to'),
  renamed('send-takes-body', 'body', 'text'),
  read('send-takes-subject', 'message-subject-forgotten', 'The subject of a message is not kept.', (message) => {
    message['subject'] = null
  }),
  read(
    'send-takes-document-ids',
    'message-documents-forgotten',
    'The documents quoted by a message are not kept.',
    (message) => {
      if (isOwn(message)) message['document_ids'] = []
    },
  ),
  read('read-has-recipient', 'message-without-recipient', 'A message is read without its recipient.', (message) =>
    dropAt(message, 'recipient'),
  ),
  read('read-has-an-identifier', 'message-without-id', 'A message is read without its id.', (message) =>
    dropAt(message, 'id'),
  ),
  read('read-has-subject', 'message-subject-cut', 'The subject is cut to ten characters.', (message) =>
    changeAt(message, 'subject', (subject) => (typeof subject === 'string' ? subject.slice(0, 10) : subject)),
  ),
  {
    ...read(
      'read-has-subject',
      'message-subject-without-emoji',
      'The subject is kept in 16 bits a character.',
      (message) =>
        changeAt(message, 'subject', (subject) =>
          typeof subject === 'string' ? subject.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?') : subject,
        ),
    ),
    deep: 'only for characters beyond the basic plane',
  },
  read('read-has-body', 'message-body-on-one-line', 'Line breaks of a body become blanks.', (message) =>
    changeAt(message, 'body', (body) => String(body).replaceAll('\n', ' ')),
  ),
  read(
    'read-has-document-ids',
    'message-without-document-ids',
    'A message is read without the documents it quotes.',
    (message) => dropAt(message, 'document_ids'),
  ),
  read(
    'read-has-attachments',
    'message-without-attachments',
    'A message that has no attachments lacks the field.',
    (message) => {
      if ((message['attachments'] as unknown[]).length === 0) dropAt(message, 'attachments')
    },
  ),
  read(
    'message-to-the-lender-has-recipient-lender',
    'recipient-by-its-author',
    'A message to the lender shows the manager as its recipient.',
    (message) => {
      if (message['recipient'] === 'lender') message['recipient'] = 'manager'
    },
  ),
  read(
    'attachments-are-the-other-sides-documents',
    'first-attachment-alone',
    'Of several attachments the first alone is shown.',
    (message) => changeAt(message, 'attachments', (attachments) => (attachments as unknown[]).slice(0, 1)),
  ),
  decided(
    'attachments-are-on-the-order-too',
    'supporting-by-hand-only',
    'The list shows no file that came with a message.',
    answered('listDocuments', (body) => {
      body['data'] = (body['data'] as Wire[]).filter(({ filename }) => !/^\d-/.test(String(filename)))
    }),
  ),
  decided('manager-accepted-as-recipient', 'manager-by-name-only', 'The manager is no recipient.', ({ shapes }) => {
    const shape = shapes.sendMessage as { properties: Wire }
    shapes.sendMessage = {
      ...shape,
      properties: { ...shape.properties, recipient: { type: 'string', enum: ['company', 'appraiser'] } },
    }
  }),
  decided(
    'appraiser-accepted-where-the-company-allows',
    'appraiser-never-written-to',
    'The appraiser is refused as one that does not exist.',
    instead('access.checkRecipient', (usual, lender, recipient) => {
      usual(lender, recipient)
      if (recipient === 'appraiser') throw new Refusal('validation_failed', 'There is no such recipient.')
    }),
  ),
  decided(
    'other-recipients-refused',
    'any-recipient-taken',
    'A message is accepted for any recipient.',
    ({ shapes }) => {
      const shape = shapes.sendMessage as { properties: Wire }
      shapes.sendMessage = { ...shape, properties: { ...shape.properties, recipient: { type: 'string' } } }
    },
  ),
  decided(
    'kept-appraiser-is-422',
    'kept-appraiser-written-to',
    'Whether the company keeps appraiser contact is not looked at.',
    skip('access.checkRecipient'),
  ),
  decided(
    'kept-appraiser-has-its-code',
    'kept-appraiser-invalid',
    'A kept appraiser is refused as a value that is not valid.',
    instead('access.checkRecipient', (usual, lender, recipient) => {
      try {
        usual(lender, recipient)
      } catch {
        throw new Refusal('validation_failed', 'The recipient is not valid.')
      }
    }),
  ),
  decided(
    'thread-holds-what-the-lender-sent',
    'own-messages-left-out',
    'The thread shows what the lender was sent and nothing else.',
    answered('listMessages', (body) => {
      body['data'] = (body['data'] as Wire[]).filter((message) => !isOwn(message))
    }),
  ),
  decided(
    'thread-holds-what-the-lender-was-sent',
    'company-messages-left-out',
    'The thread shows what the lender sent and nothing else.',
    replace('access.isParty', (message) => message.author === 'lender'),
  ),
  decided(
    'thread-excludes-internal-notes',
    'internal-notes-shown',
    'The thread shows notes between company and appraiser.',
    accept('access.isParty'),
  ),
  read('read-has-body', 'thread-escapes-bodies', 'Bodies are escaped for a web page in the thread.', (message) =>
    changeAt(message, 'body', (body) => String(body).replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),
  {
    ...read('read-has-body', 'thread-cuts-long-bodies', 'The thread shows 1,000 letters of a body.', (message) =>
      changeAt(message, 'body', (body) => (typeof body === 'string' ? body.slice(0, 1000) : body)),
    ),
    deep: 'only for a long message',
  },
]

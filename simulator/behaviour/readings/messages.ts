// Permitted readings of the freedoms of the area messages.
import { instead, replace, set, wrap } from '../operators/index.ts'
import { refusedByStatus } from '../../domain/refused-by-status.ts'
import type { Message, Order } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import type { Fault } from '../problems.ts'
import { onceOnly } from '../repeated-writes.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { answers, faultsAs, succeedsWith } from './reading-patches.ts'

type Wire = Record<string, unknown>

/** Changes every message as it is shown, in the thread and in events. */
const shown = (change: (wire: Wire, message: Message) => Wire): ReadingPatch =>
  wrap('present.message', (usual, message) => change(usual, message))

const without = (wire: Wire, ...fields: string[]): Wire =>
  Object.fromEntries(Object.entries(wire).filter(([name]) => !fields.includes(name)))

/** Says what of a message must be there. */
const needing =
  (change: (required: string[]) => string[], properties: Wire = {}): ReadingPatch =>
  ({ behaviour: { shapes } }) => {
    const shape = shapes.sendMessage as { required: string[]; properties: Wire }
    const all = { ...shape.properties, ...properties }
    shapes.sendMessage = { ...shape, required: change(shape.required), properties: all }
  }

const both =
  (...patches: ReadingPatch[]): ReadingPatch =>
  (ground) => {
    for (const patch of patches) patch(ground)
  }

const subjectNeeded = needing((required) => [...required, 'subject'], { subject: { type: 'string', pattern: '\\S' } })
const otherRecipient = ({ kind, field }: Fault) => kind === 'unusableValue' && field === 'recipient'

/** Refuses what the order does not allow. */
const checking = (decide: (order: Order, recipient: string) => Refusal | null): ReadingPatch =>
  instead('messages.checkOrder', (usual, order, recipient) => {
    usual(order, recipient)
    const refusal = decide(order, recipient)
    if (refusal) throw refusal
  })

const beforeAssignment = (refusal: (order: Order) => Refusal): ReadingPatch =>
  checking((order, recipient) => (recipient === 'appraiser' && order.appraiser === null ? refusal(order) : null))

const closed = ['cancelled', 'report_complete', 'revised_report_complete']

const unknownDocuments = (refusal: (details: Detail[]) => Refusal | null): ReadingPatch =>
  replace(
    'problems.unknownDocuments',
    (_id, details) => refusal(details),
    (id) => id === 'sendMessage',
  )

const unknownAs = (code: string): ReadingPatch =>
  unknownDocuments((details) => new Refusal(code, 'A document quoted is not on this order.', { details }))

const ofCompany = ({ author }: Message): boolean => author !== 'lender'

const attached = (entryOf: (summary: Wire) => unknown): ReadingPatch =>
  shown(({ attachments, ...wire }) => ({
    ...wire,
    attachments: Array.isArray(attachments) ? attachments.map((summary: Wire) => entryOf(summary)) : attachments,
  }))

const nothingMissing: ReadingPatch = needing(
  (required) => required.filter((field) => !['recipient', 'body'].includes(field)),
  {
    body: { type: ['string', 'null'] },
  },
)

const recipientOptional: ReadingPatch = ({ behaviour: { shapes } }) => {
  const { properties } = shapes.sendMessage as { properties: Record<string, { enum: string[] }> }
  const { recipient } = properties
  properties['recipient'] = { ...recipient, type: ['string', 'null'], enum: [...recipient!.enum, null] } as never
}

export const messages: AreaReadings = {
  'messages.success-status': {
    'status-200': succeedsWith(['sendMessage'], 200),
    'status-202': succeedsWith(['sendMessage'], 202),
  },
  'messages.response': {
    'identifier-only': answers('sendMessage', (answer) => ({ ...answer, body: { id: (answer.body as Wire)['id'] } })),
    empty: answers('sendMessage', (answer) => ({ ...answer, body: undefined })),
  },
  'messages.other-fields': {
    'time-only': shown((wire) => without(wire, 'sender')),
    none: shown((wire) => without(wire, 'sender', 'created_at')),
  },
  'messages.subject-missing': {
    'status-422': subjectNeeded,
    'status-400': both(
      subjectNeeded,
      faultsAs('sendMessage', ({ field }) => field === 'subject', 'invalid_request'),
    ),
  },
  'messages.body-missing': {
    'status-400': faultsAs(
      'sendMessage',
      ({ kind, field }) => kind === 'missingField' && (field === 'body' || field === 'recipient'),
      'invalid_request',
    ),
    accepted: both(nothingMissing, recipientOptional),
  },
  'messages.unknown-recipient-status': {
    'semantic-422': faultsAs('sendMessage', otherRecipient, 'semantic_validation_failed'),
    'recipient-not-allowed-422': replace(
      'problems.faultCode',
      'recipient_not_allowed',
      (shape, fault) => shape === 'sendMessage' && otherRecipient(fault),
    ),
    'status-400': faultsAs('sendMessage', otherRecipient, 'invalid_request'),
  },
  'messages.appraiser-policy': {
    'recipient-not-allowed': ({ world }) => {
      for (const lender of world.lenders) lender.may_message_appraiser = false
    },
  },
  'messages.appraiser-before-assignment': {
    'recipient-not-allowed': beforeAssignment(
      () => new Refusal('recipient_not_allowed', 'No appraiser has the order yet; write to the manager.'),
    ),
    'status-409': beforeAssignment((order) => refusedByStatus(order, 'written about to an appraiser')),
  },
  'messages.unknown-documents': {
    'validation-422': unknownAs('validation_failed'),
    'status-404': unknownDocuments(() => notFound('document')),
    'status-400': unknownAs('invalid_request'),
    ignored: unknownDocuments(() => null),
  },
  'messages.equal-within-seconds': { 'taken-once': onceOnly('sendMessage', 10_000) },
  'messages.on-closed-orders': {
    'status-409': checking((order) =>
      closed.includes(order.status.code) ? refusedByStatus(order, 'written about') : null,
    ),
  },
  'messages.attachments-shape': {
    identifier: attached(({ id }) => id),
    'named-identifier': attached(({ id, filename }) => ({ document_id: id, filename })),
  },
  'messages.own-attachments': {
    'null-value': shown((wire, message) => (ofCompany(message) ? wire : { ...wire, attachments: null })),
    'own-documents': replace(
      'messages.attached',
      (message) => message.document_ids,
      (message) => !ofCompany(message),
    ),
  },
  'messages.company-document-ids': {
    'empty-array': shown((wire, message) => (ofCompany(message) ? { ...wire, document_ids: [] } : wire)),
    'null-value': shown((wire, message) => (ofCompany(message) ? { ...wire, document_ids: null } : wire)),
  },
  'messages.spontaneous-answers': {
    automatic: replace('messages.answeredAfterSeconds', (environment) => (environment === 'sandbox' ? 2 : null)),
  },
  'messages.revision-replies': {
    'in-thread-too': set('messages.repliesInThread', true),
  },
}

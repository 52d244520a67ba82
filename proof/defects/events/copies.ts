// Defects of what events show of the order, the request, the message and the documents that they are about.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

const hourBefore = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString()

export const eventsCopies: readonly Defect[] = rows({
  'event-has-the-number-of-the-first-order': {
    breaks: 'delivery.data-has-order-number',
    bug: 'The order number of an event is read once, and stays that of the first order.',
    apply: op.staleAt('events.base', 'order_number', () => ''),
  },
  'created-event-has-the-name-for-a-code': {
    breaks: 'events.created-has-order-type',
    bug: 'order.created shows the name of the order type as its code too.',
    apply: op.falsify('order.created', 'order_type.code', (_code, { order_type }) => (order_type as Wire)['name']),
  },
  'created-event-needs-no-certification': {
    breaks: 'events.created-has-order-type',
    bug: 'order.created shows the default of a certification, which the join for it leaves out.',
    deep: 'only for a product with a certification',
    apply: op.falsify('order.created', 'order_type.appraiser_certification', 'none'),
  },
  'created-event-is-due-a-day-early': {
    breaks: 'events.created-has-due-date',
    bug: 'The due date in order.created is taken as midnight in UTC, and written in the time of the company.',
    apply: op.respell('order.created', 'due_date', (date) =>
      new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10),
    ),
  },
  'created-event-in-local-time': {
    breaks: 'events.created-has-status',
    bug: 'The time of the status in order.created is local time, written as UTC.',
    apply: op.respell('order.created', 'status.changed_at', hourBefore),
  },
  'resumed-event-in-local-time': {
    breaks: 'events.resumed-status-is-of-that-moment',
    bug: 'The time of the status in order.resumed is local time, written as UTC.',
    apply: op.respell('order.resumed', 'status.changed_at', hourBefore),
  },
  'cancelled-event-in-local-time': {
    breaks: 'events.cancelled-has-status',
    bug: 'The time of the status in order.cancelled is local time, written as UTC.',
    apply: op.respell('order.cancelled', 'status.changed_at', hourBefore),
  },
  'completed-event-in-local-time': {
    breaks: 'events.completed-status-is-of-that-moment',
    bug: 'The time of the status in order.completed is local time, written as UTC.',
    apply: op.respell('order.completed', 'status.changed_at', hourBefore),
  },
  'assigned-in-local-time': {
    breaks: 'events.assigned-has-assigned-at',
    bug: 'The time of an assignment in order.assigned is local time, written as UTC.',
    apply: op.respell('order.assigned', 'assigned_at', hourBefore),
  },
  'fee-changed-in-another-currency': {
    breaks: 'events.fee-changed-has-currency',
    bug: 'The currency of order.fee_changed is a constant from a test.',
    apply: op.falsify('order.fee_changed', 'currency', 'CAD'),
  },
  'completed-files-are-streams': {
    breaks: 'events.completed-documents-are-summaries',
    bug: 'order.completed shows its documents before their types are known, as streams of bytes.',
    apply: op.falsify('order.completed', 'documents.*.content_type', 'application/octet-stream'),
  },
  'added-file-is-a-stream': {
    breaks: 'events.document-added-document-is-a-summary',
    bug: 'order.document_added shows its document before its type is known, as a stream of bytes.',
    apply: op.falsify('order.document_added', 'document.content_type', 'application/octet-stream'),
  },
  'requested-event-names-another-kind': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'order.revision_requested shows every request as a correction.',
    apply: op.falsify('order.revision_requested', 'revision_request.kind', 'correction'),
  },
  'requested-event-cuts-the-reason': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'order.revision_requested shows the first 80 letters of the reason.',
    deep: 'only for a long reason',
    apply: op.respell('order.revision_requested', 'revision_request.reason', (reason) => reason.slice(0, 80)),
  },
  'requested-event-is-accepted-at-once': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'order.revision_requested shows every request as accepted.',
    apply: op.falsify('order.revision_requested', 'revision_request.status', 'accepted'),
  },
  'requested-event-has-an-id-of-its-own': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'The request of order.revision_requested has the id of the copy that is queued, and not that of the list.',
    apply: op.respell('order.revision_requested', 'revision_request.id', (id) => `${id}e`),
  },
  'posted-message-is-cut-at-255': {
    breaks: 'events.message-posted-has-message',
    bug: 'The body of the message in order.message_posted goes into a column of 255 letters.',
    deep: 'only for a long message',
    apply: op.respell('order.message_posted', 'message.body', (body) => body.slice(0, 255)),
  },
  'added-file-is-named-in-ascii': {
    breaks: 'events.document-added-document-is-a-summary',
    bug: 'order.document_added shows the name of the file with its letters outside ASCII replaced.',
    deep: 'only for a file name with such letters',
    apply: op.respell('order.document_added', 'document.filename', (name) => name.replaceAll(/[^\x20-\x7e]/g, '_')),
  },
  'posted-message-has-the-id-of-its-event': {
    breaks: 'events.message-posted-has-message',
    bug: 'The message of order.message_posted has an id of its own, and not that of the thread.',
    apply: op.respell('order.message_posted', 'message.id', (id) => `${id}e`),
  },
  'posted-message-names-other-files': {
    breaks: 'events.message-posted-has-message',
    bug: 'The attachments of order.message_posted are named by ids of the mail store.',
    deep: 'only on messages with files',
    apply: op.respell('order.message_posted', 'message.attachments.*.id', (id) => `${id}e`),
  },
  'attachments-in-the-thread-lack-extensions': {
    breaks: 'messages.attachments-are-the-other-sides-documents',
    bug: 'The thread names the attachments of a message without their extensions.',
    deep: 'only on messages with files',
    apply: op.respell('listMessages', 'data.*.attachments.*.filename', (name) => name.replace(/\.\w+$/, '')),
  },
  'own-message-shows-files-of-the-order': {
    breaks: 'messages.attachments-are-the-other-sides-documents',
    bug: 'A message without files shows one that was never attached to it.',
    apply: op.falsify('present.message', 'attachments', (files) =>
      Array.isArray(files) && files.length === 0
        ? [
            {
              id: 'doc_0',
              kind: 'supporting',
              filename: 'a.pdf',
              content_type: 'application/pdf',
              size_bytes: 1,
              created_at: '2026-03-02T10:00:00.000Z',
            },
          ]
        : files,
    ),
  },
})

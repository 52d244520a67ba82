// Defects of what the thread of an order shows of its messages.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../simulator/behaviour/operators/index.ts'
import type { Document, Message, Order } from '../../simulator/domain/records.ts'
import { bodies, isOwn } from './messages.ts'
import { overlooked } from './order/times.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const emptyOnceCancelled = (which: 'messages' | 'documents'): Mutation =>
  op.perTarget((cancelled = new Set<string>()) => [
    op.wrap('lists.arrange', (all, list) =>
      list === which ? all.filter((one) => !cancelled.has((one as unknown as Message | Document).order_id)) : all,
    ),
    op.note('lifecycle.afterCancel', ({ id }) => void cancelled.add(id)),
    op.note('lifecycle.mayRequestRevision', ({ id }) => void cancelled.delete(id)),
  ])

/** An order is not touched by a message of the lender. */
const ownMessagesOverlooked = (when: (order: Order) => boolean = () => true): Mutation =>
  op.perTarget((own = new Set<string>()) => [
    overlooked(
      () => ({}),
      (order) => own.has(order.id) && when(order),
    ),
    op.note('events.messagePosted', (_present, { author, order_id }) =>
      author === 'lender' ? void own.add(order_id) : void own.delete(order_id),
    ),
  ])

export const threads: readonly Defect[] = rows({
  'own-message-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-message',
    bug: 'Messages of the company touch the order, and those of the lender do not.',
    deep: "only for the lender's own message",
    apply: ownMessagesOverlooked(),
  },
  'message-while-held-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-message',
    bug: 'A message of the lender does not touch an order on which no work is done.',
    deep: 'only while the order is held',
    apply: ownMessagesOverlooked(({ status }) => status.code === 'on_hold'),
  },
  'known-attachments-left-out': {
    breaks: 'messages.attachments-are-the-other-sides-documents',
    bug: 'A message shows as attached what came with it, and not what was on the order before.',
    deep: 'only for a document that the order had before',
    apply: op.misread('present.message', (message, attachments) => [
      message,
      attachments.filter(({ created_at: at }) => Date.parse(String(at)) >= message.created_at),
    ]),
  },
  'first-attachment-alone': {
    breaks: 'messages.attachments-are-the-other-sides-documents',
    bug: 'Of several attachments the first alone is shown.',
    apply: op.falsify('listMessages', 'data.*.attachments', (attachments) => (attachments as unknown[]).slice(0, 1)),
  },
  'own-messages-left-out': {
    breaks: 'messages.thread-holds-what-the-lender-sent',
    bug: 'The thread shows what the lender was sent and nothing else.',
    apply: op.dropEntries('listMessages', 'data', isOwn),
  },
  'company-messages-left-out': {
    breaks: 'messages.thread-holds-what-the-lender-was-sent',
    bug: 'The thread shows what the lender sent and nothing else.',
    apply: op.replace('access.isParty', (message) => message.author === 'lender'),
  },
  'reply-in-the-thread-without-its-body': {
    breaks: 'messages.read-has-body',
    bug: 'Replies on a revision request stand in the thread too, and their words are left with the request.',
    deep: 'only for an order whose revision request was answered',
    apply: op.perTarget((replies = new Set<unknown>()) => [
      op.set('messages.repliesInThread', true),
      op.note('events.revisionResponded', (_present, _request, reply) => void (reply && replies.add(reply.id))),
      op.edit('listMessages', ({ data }) =>
        (data as Wire[]).forEach((message) => {
          if (replies.has(message['id'])) delete message['body']
        }),
      ),
    ]),
  },
  'thread-of-a-cancelled-order-is-empty': {
    breaks: 'messages.thread-holds-what-the-lender-sent',
    bug: 'Once an order is cancelled its thread is empty.',
    deep: 'only while the order is cancelled',
    apply: emptyOnceCancelled('messages'),
  },
  'cancelled-order-lists-no-documents': {
    breaks: 'documents.list-shows-the-orders-documents',
    bug: 'Once an order is cancelled the list of its documents is empty.',
    deep: 'only while the order is cancelled',
    apply: emptyOnceCancelled('documents'),
  },
  'message-to-the-appraiser-leaves-updated-at': {
    breaks: 'order.updated-at-moves-with-a-message',
    bug: 'Messages to the appraiser are passed on without touching the order.',
    deep: 'only for a message to the appraiser',
    apply: op.perTarget((own = new Set<string>()) => [
      overlooked(
        () => ({}),
        ({ id }) => own.has(id),
      ),
      op.note('events.messagePosted', (_present, { recipient, order_id }) =>
        recipient === 'appraiser' ? void own.add(order_id) : void own.delete(order_id),
      ),
    ]),
  },
  'full-pages-and-one-more': {
    breaks: 'list.total-pages-follows-from-total',
    bug: 'A page of documents is added for the rest of them, also where there is no rest.',
    deep: 'only for the documents, and only where the last page is full',
    apply: op.falsify(
      'listDocuments',
      'total_pages',
      (_, { total, per_page: size }) => Math.floor(Number(total) / Number(size)) + 1,
    ),
  },
  'internal-notes-shown': {
    breaks: 'messages.thread-excludes-internal-notes',
    bug: 'The thread shows notes between company and appraiser.',
    apply: op.accept('access.isParty'),
  },
  'internal-notes-left-out-of-pages': {
    breaks: 'list.pages-hold-every-item-once',
    bug: 'Notes between company and appraiser are taken out of a page once it is cut, so that pages come short.',
    deep: 'only in a thread with such a note',
    apply: op.perTarget((hidden = 0) => [
      op.wrap('access.isParty', (isParty) => {
        if (!isParty) hidden += 1
        return true
      }),
      op.edit('listMessages', (list) => {
        list['data'] = (list['data'] as Wire[]).filter((one) => isOwn(one) || one['recipient'] === 'lender')
        list['total'] = Number(list['total']) - hidden
        list['total_pages'] = Math.ceil(Number(list['total']) / Number(list['per_page']))
        hidden = 0
      }),
    ]),
  },
  'thread-escapes-bodies': {
    breaks: 'messages.read-has-body',
    bug: 'Bodies are escaped for a web page in the thread.',
    apply: bodies((body) => body.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  },
  'thread-cuts-long-bodies': {
    breaks: 'messages.read-has-body',
    bug: 'The thread shows 1,000 letters of a body.',
    deep: 'only for a long message',
    apply: bodies((body) => body.slice(0, 1000)),
  },
})

// Defects that only time shows: what is old is cleared away, or is found no more.
import { decodeTime } from 'ulid'
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/mutation.ts'
import type { ChildList } from '../../simulator/behaviour/lists.ts'
import { earlier } from './feed/records.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const day = 86_400_000

type IsOld = (row: object, days: number) => boolean

/** Each call with a token says what time it is. */
const inTime = (mutations: (isOld: IsOld) => Mutation): Mutation =>
  op.perTarget((now = { is: 0 }) => [
    mutations((row, days) => {
      const at = (row as { created_at?: unknown }).created_at
      return typeof at === 'number' && now.is - at > days * day
    }),
    op.note('tokens.isExpired', (_claims, at) => {
      now.is = at
    }),
  ])

const childrenGone = (list: ChildList, days: number): Mutation =>
  inTime((isOld) => op.wrap('lists.arrange', (all, of) => (of === list ? all.filter((row) => !isOld(row, days)) : all)))

export const oldOrders: readonly Defect[] = rows({
  'orders-gone-after-14-days': {
    breaks: 'order.outlives-its-events',
    bug: 'A job clears away orders that were created two weeks ago.',
    deep: 'only after two weeks',
    apply: inTime((isOld) =>
      op.refuse('access.sees', (_account, resource) => 'order_type' in resource && isOld(resource, 14)),
    ),
  },
  'list-forgets-after-30-days': {
    breaks: 'list.holds-what-the-feed-has-forgotten',
    bug: 'The order list is made of an index of the last thirty days.',
    deep: 'only after thirty days',
    apply: op.wrap('lists.orders', (page, _store, _account, _filter, { now }) => ({
      ...page,
      rows: page.rows.filter(({ created_at }) => now - created_at <= 30 * day),
    })),
  },
  'files-listed-for-30-days': {
    breaks: 'documents.outlive-the-events',
    bug: 'The documents of an order are listed from an index of the last thirty days.',
    deep: 'only after thirty days',
    apply: childrenGone('documents', 30),
  },
  'files-read-for-30-days': {
    breaks: 'documents.outlive-the-events',
    bug: 'A document that is older than thirty days is listed, and its read finds nothing.',
    deep: 'only after thirty days',
    apply: inTime((isOld) =>
      op.refuse('access.sees', (_account, resource) => 'content_type' in resource && isOld(resource, 30)),
    ),
  },
  'thread-kept-for-30-days': {
    breaks: 'messages.outlive-the-events',
    bug: 'Messages are kept as long as the events, and no longer.',
    deep: 'only after thirty days',
    apply: childrenGone('messages', 30),
  },
  'words-of-old-messages-cleared': {
    breaks: 'messages.read-has-body',
    bug: 'The words of a message are cleared after thirty days, and the message stays.',
    deep: 'only after thirty days',
    apply: inTime((isOld) =>
      op.wrap('present.message', (shown, message) => (isOld(message, 30) ? { ...shown, body: '' } : shown)),
    ),
  },
  'size-of-old-files-cleared': {
    breaks: 'documents.summary-has-size-bytes',
    bug: 'Files move to an archive after thirty days, and are listed with the size of what stands in their place.',
    deep: 'only after thirty days',
    apply: inTime((isOld) =>
      op.wrap('present.document', (shown, document) => (isOld(document, 30) ? { ...shown, size_bytes: 0 } : shown)),
    ),
  },
  'contacts-of-old-orders-cleared': {
    breaks: 'order.updated-at-moves-with-its-own-fields',
    bug: 'Contacts of borrowers are cleared after thirty days, as if nothing had changed.',
    deep: 'only after thirty days',
    apply: inTime((isOld) =>
      op.wrap('present.order', (shown, order) =>
        isOld(order, 30) ? { ...shown, borrowers: order.borrowers.map((one) => ({ ...one, contacts: [] })) } : shown,
      ),
    ),
  },
  'event-ids-start-again-after-ten-days': {
    breaks: 'feed.ids-sort-in-raised-order',
    bug: 'The time in an event id has as many digits as ten days need, and starts again after that.',
    deep: 'only after ten days',
    also: ['feed.reading-forward-skips-nothing', 'feed.after-leaves-no-later-event-out'],
    apply: op.perTarget((first = { at: 0 }) =>
      op.replace('events.eventId', (next) => {
        const at = decodeTime(next.slice('evt_'.length))
        first.at ||= at
        return at - first.at > 10 * day ? earlier(next) : next
      }),
    ),
  },
  'requests-kept-for-30-days': {
    breaks: 'revisions.outlive-the-events',
    bug: 'Revision requests are kept as long as the events, and no longer.',
    deep: 'only after thirty days',
    apply: childrenGone('revisions', 30),
  },
})

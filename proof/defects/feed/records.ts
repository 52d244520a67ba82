// Defects of the catch-up feed: what it holds, in which order, and what a record shows.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import type { DeliveryStatus, Event } from '../../../simulator/domain/records.ts'
import type { Defect } from '../defect.ts'
import { rows } from '../rows.ts'

/** An id that sorts before every other one. */
export const earlier = (id: string): string => id.replace('evt_0', 'evt_00').slice(0, -1)

/** Leaves events out of the pages. */
const without = (fits: (event: Event) => boolean): Mutation =>
  op.wrap('feed.shown', (page) => page.filter((event) => !fits(event))).as('drop')

/** Keeps the events of a delivery status for fewer days. */
const forgotten = (status: DeliveryStatus, days: number): Mutation =>
  op.mutation('drop', ({ feed }) => {
    const { shown, retentionDays } = feed
    feed.shown = (page, filter) => {
      const since = (filter.not_before ?? 0) + (retentionDays - days) * 86_400_000
      return shown(page, filter).filter(({ delivery, created_at }) => delivery.status !== status || created_at >= since)
    }
  })

export const feedRecords: readonly Defect[] = rows({
  'reports-dated-to-the-hour': {
    breaks: 'feed.created-at-ascending',
    bug: 'Events of reports are dated to the full hour, before what came earlier.',
    deep: 'only one type of event',
    also: ['delivery.created-at-is-when-raised', 'feed.record-matches-its-delivery'],
    apply: op.falsify('present.event', 'created_at', (at, _record, { type, created_at }) =>
      type === 'order.completed' ? new Date(created_at - 3_600_000).toISOString() : at,
    ),
  },
  'reports-numbered-by-another-series': {
    breaks: 'feed.ids-sort-in-raised-order',
    bug: 'Events of reports have their ids from another series, which lags behind.',
    deep: 'only one type of event',
    also: ['feed.reading-forward-skips-nothing', 'feed.after-leaves-no-later-event-out'],
    apply: op.replace('events.eventId', (next, { type }) => (type === 'order.completed' ? earlier(next) : next)),
  },
  'feed-newest-first': {
    breaks: 'feed.stands-in-id-order',
    bug: 'Each page is turned around, newest first.',
    apply: op.wrap('feed.shown', (page) => page.toReversed()).as('reorder'),
  },
  'feed-by-type': {
    breaks: 'feed.stands-in-id-order',
    bug: 'Each page is grouped by type.',
    apply: op
      .wrap('feed.shown', (page) => page.toSorted((one, other) => one.type.localeCompare(other.type)))
      .as('reorder'),
  },
  'last-attempt-an-hour-ago': {
    breaks: 'feed.last-attempt-at-is-when-it-was-made',
    bug: 'The time of the last attempt is taken in local time, and written as UTC.',
    apply: op.respell('present.event', 'delivery.last_attempt_at', (at) =>
      new Date(Date.parse(at) - 3_600_000).toISOString(),
    ),
  },
  'last-attempt-is-the-first': {
    breaks: 'feed.last-attempt-at-is-when-it-was-made',
    bug: 'The time of the last attempt is written once, and stays that of the first.',
    deep: 'only from the second attempt on',
    apply: op.falsify('present.event', 'delivery.last_attempt_at', (at, { created_at, delivery }) =>
      Number((delivery as Wire)['attempts']) > 1 ? created_at : at,
    ),
  },
  'next-attempt-is-the-last': {
    breaks: 'feed.next-attempt-at-is-set-while-a-retry-is-due',
    bug: 'From the second attempt on the time of the next one is written before it is moved on.',
    deep: 'only from the second attempt on',
    apply: op.falsify('present.event', 'delivery.next_attempt_at', (at, { delivery }) => {
      const { attempts, last_attempt_at: last } = delivery as Wire
      return at !== null && Number(attempts) > 1 ? last : at
    }),
  },
  'delivered-event-has-the-failed-status': {
    breaks: 'feed.last-response-status-is-the-one-answered',
    bug: 'The first status answered is kept when a later attempt is taken.',
    deep: 'only of an event that was delivered by a retry',
    apply: op.wrap('webhooks.statusToRecord', (status, answered, before) =>
      before !== null && answered !== null && answered < 300 ? before : status,
    ),
  },
  'dead-letter-shows-the-attempt-before': {
    breaks: 'feed.last-response-status-is-the-one-answered',
    bug: 'An event is dead lettered before its last attempt is written down, and keeps the time and the status of the eighth.',
    deep: 'only the ninth attempt',
    also: ['feed.last-attempt-at-is-when-it-was-made'],
    apply: op.perTarget((kept = new Map<unknown, Wire>()) =>
      op.edit('present.event', ({ id, delivery }) => {
        const shown = delivery as Wire
        const { status, last_attempt_at, last_response_status } = shown
        if (status === 'dead_lettered') Object.assign(shown, kept.get(id))
        else kept.set(id, { last_attempt_at, last_response_status })
      }),
    ),
  },
  'unsent-event-has-a-last-attempt': {
    breaks: 'feed.last-attempt-at-is-when-it-was-made',
    bug: 'An event that was never sent shows the time at which it was raised as that of its last attempt.',
    deep: 'only for an event that is not subscribed to',
    apply: op.falsify('present.event', 'delivery.last_attempt_at', (at, { created_at }) => at ?? created_at),
  },
  'unsent-event-was-answered': {
    breaks: 'feed.last-response-status-is-the-one-answered',
    bug: 'An event that was never sent shows that it was answered with 200.',
    deep: 'only for an event that is not subscribed to',
    apply: op.falsify('present.event', 'delivery.last_response_status', (status, { delivery }) =>
      (delivery as Wire)['status'] === 'not_subscribed' ? 200 : status,
    ),
  },
  'feed-times-of-the-attempt': {
    breaks: 'feed.record-matches-its-delivery',
    bug: 'A record is dated by its last attempt.',
    apply: op.falsify('present.event', 'created_at', (at, { delivery }) => (delivery as Wire)['last_attempt_at'] ?? at),
  },
  'feed-record-named-after-the-order': {
    breaks: 'feed.record-matches-its-delivery',
    bug: 'The type in the feed lacks what comes before the dot.',
    apply: op.falsify('present.event', 'type', (type) => String(type).replace('order.', '')),
  },
  'feed-data-of-fewer-fields': {
    breaks: 'feed.record-data-equals-delivered-data',
    bug: 'The feed keeps the key fields and drops the order number.',
    apply: op.drop('present.event', 'data.order_number'),
  },
  'feed-data-with-the-envelope': {
    breaks: 'feed.record-data-equals-delivered-data',
    bug: 'The data of a record is the whole envelope that was delivered.',
    apply: op.falsify('present.event', 'data', (_data, _record, { id, data }) => ({ ...data, id, data })),
  },
  'feed-forgets-after-a-week': {
    breaks: 'feed.retention-30-days',
    bug: 'Events are kept for a quarter of the days.',
    apply: op.set('feed.retentionDays', (usual) => Math.floor(usual / 4)),
  },
  'unsubscribed-events-kept-for-a-week': {
    breaks: 'feed.retention-30-days',
    bug: 'Events that are not subscribed to are kept for a week.',
    deep: 'only for an event that is not subscribed to',
    apply: forgotten('not_subscribed', 7),
  },
  'dead-letters-kept-for-three-days': {
    breaks: 'feed.retention-30-days',
    bug: 'What is dead lettered is cleared away after three days.',
    deep: 'only for an event that is dead lettered',
    also: ['feed.dead-lettered-event-stays-readable'],
    apply: forgotten('dead_lettered', 3),
  },
  'feed-without-documents': {
    breaks: 'feed.holds-every-event',
    bug: 'Added documents are announced by webhook and are not in the feed.',
    apply: without(({ type }) => type === 'order.document_added'),
  },
  'feed-after-delivery-only': {
    breaks: 'feed.reading-forward-skips-nothing',
    bug: 'An event enters the feed once it was delivered, behind those who have read on.',
    apply: without(({ delivery }) => delivery.status === 'failed'),
  },
  'feed-without-dead-letters': {
    breaks: 'feed.dead-lettered-event-stays-readable',
    bug: 'A dead lettered event leaves the feed.',
    apply: without(({ delivery }) => delivery.status === 'dead_lettered'),
  },
  'dead-letter-stays-failed': {
    breaks: 'feed.dead-lettered-event-has-that-status',
    bug: 'After the last attempt the status stays failed.',
    apply: op.falsify('present.event', 'delivery.status', (status) => (status === 'dead_lettered' ? 'failed' : status)),
  },
  'attempts-count-failures': {
    breaks: 'feed.delivery-has-attempts',
    bug: 'Only an attempt that failed is counted.',
    deep: 'only where the receiver took an attempt',
    apply: op.falsify('present.event', 'delivery.attempts', (attempts, { delivery }) =>
      (delivery as Wire)['status'] === 'delivered' ? Number(attempts) - 1 : attempts,
    ),
  },
  'retried-delivery-counts-failures': {
    breaks: 'feed.delivery-has-attempts',
    bug: 'Of an event that a retry delivered the failures alone are counted.',
    deep: 'only of an event that was delivered by a retry',
    apply: op.falsify('present.event', 'delivery.attempts', (attempts, { delivery }) =>
      (delivery as Wire)['status'] === 'delivered' && Number(attempts) > 1 ? Number(attempts) - 1 : attempts,
    ),
  },
  'dead-letter-counts-eight-attempts': {
    breaks: 'feed.delivery-has-attempts',
    bug: 'The last attempt is not counted before its event is dead lettered.',
    deep: 'only the ninth attempt',
    apply: op.falsify('present.event', 'delivery.attempts', (attempts, { delivery }) =>
      (delivery as Wire)['status'] === 'dead_lettered' ? Number(attempts) - 1 : attempts,
    ),
  },
  'feed-without-unsubscribed': {
    breaks: 'feed.unsubscribed-event-is-readable',
    bug: 'Events that are not subscribed to are not in the feed.',
    apply: without(({ delivery }) => delivery.status === 'not_subscribed'),
  },
  'feed-without-unsubscribed-documents': {
    breaks: 'feed.unsubscribed-event-is-readable',
    bug: 'order.document_added is written by the queue of deliveries, and not at all where it is not subscribed to.',
    deep: 'only one type of event',
    apply: without(({ type, delivery }) => type === 'order.document_added' && delivery.status === 'not_subscribed'),
  },
  'feed-without-unsubscribed-requests': {
    breaks: 'feed.unsubscribed-event-is-readable',
    bug: 'order.revision_requested is written by the queue of deliveries, and not at all where it is not subscribed to.',
    deep: 'only one type of event',
    apply: without(({ type, delivery }) => type === 'order.revision_requested' && delivery.status === 'not_subscribed'),
  },
  'feed-without-unsubscribed-fees': {
    breaks: 'feed.unsubscribed-event-is-readable',
    bug: 'order.fee_changed is written by the queue of deliveries, and not at all where it is not subscribed to.',
    deep: 'only one type of event',
    apply: without(({ type, delivery }) => type === 'order.fee_changed' && delivery.status === 'not_subscribed'),
  },
  'unsubscribed-event-is-pending': {
    breaks: 'feed.unsubscribed-event-has-that-status',
    bug: 'An event that is not subscribed to stays pending for ever.',
    apply: op.replace('webhooks.statusWhenNotSent', 'pending'),
  },
  'specimen-in-the-feed': {
    breaks: 'feed.specimen-is-not-in-the-feed',
    bug: 'Specimens are written to the feed like real events.',
    apply: op.set('webhooks.specimenIsInFeed', true),
  },
  'feed-without-data': {
    breaks: 'feed.response-has-data',
    bug: 'The feed calls data by another name.',
    apply: op.rename('listEvents', 'data', 'events'),
  },
  'feed-without-next-cursor': {
    breaks: 'feed.response-has-next-cursor',
    bug: 'The feed calls next_cursor by another name.',
    apply: op.rename('listEvents', 'next_cursor', 'cursor'),
  },
  'record-names-the-order-before': {
    breaks: 'feed.record-has-order-id',
    bug: 'A record of the feed names the order that the record before it is about.',
    apply: op.perTarget((before: unknown = null) =>
      op.falsify('present.event', 'order_id', (id) => {
        const shown = before ?? id
        before = id
        return shown
      }),
    ),
  },
})

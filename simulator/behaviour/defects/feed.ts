// Defects that break rules of the area feed.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import type { Event } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { EventFilter } from '../../store/store.ts'

/** Changes the filter that is looked for. */
const asking = (change: (filter: EventFilter) => EventFilter): Mutation =>
  op.misread('feed.asked', (filter) => [change(filter)])

/** Leaves events out of the pages. */
const without = (fits: (event: Event) => boolean): Mutation =>
  op.wrap('feed.shown', (page) => page.filter((event) => !fits(event))).as('drop')

/** Another number for the paging of the feed. */
const paging = (numbers: Partial<Behaviour['feed']['paging']>): Mutation =>
  op.set('feed.paging', (usual) => ({ ...usual, ...numbers }))

export const feed: readonly Defect[] = rows({
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
    apply: op.replace('events.eventId', (next, { type }) =>
      type === 'order.completed' ? next.replace('evt_0', 'evt_00').slice(0, -1) : next,
    ),
  },
  'feed-cursor-inclusive': {
    breaks: 'feed.after-returns-only-later-events',
    bug: 'The feed begins with the event that the cursor names.',
    apply: asking((filter) => ({ ...filter, after: filter.after?.slice(0, -1) })),
  },
  'feed-fails-on-an-unknown-cursor': {
    breaks: 'feed.unknown-cursor-is-no-service-failure',
    bug: 'The event of the cursor is looked up and read without asking whether there is one.',
    deep: 'only for a cursor that no event has',
    apply: op.replace('feed.afterUnknown', () => {
      throw new Refusal('internal_error', 'Something went wrong.')
    }),
  },
  'feed-cursor-skips-one': {
    breaks: 'feed.after-leaves-no-later-event-out',
    bug: 'The event right behind the cursor is left out.',
    apply: op.wrap('feed.shown', (page, _page, { after }) => (after === undefined ? page : page.slice(1))),
  },
  'feed-cursor-never-ends': {
    breaks: 'feed.next-cursor-null-at-the-end',
    bug: 'The last page has a cursor as well, which leads to itself.',
    apply: op.replace('feed.nextCursor', (page) => page.at(-1)?.id ?? 'evt_end'),
  },
  'feed-cursor-after-the-first': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'The cursor is that of the first event of the page, so that events come again.',
    apply: op.replace('feed.nextCursor', (page, more) =>
      more ? (page[Math.max(0, page.length - 2)]?.id ?? null) : null,
    ),
  },
  'feed-cursor-lost-under-two-filters': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'There is no cursor where a call filters by type and by order at once.',
    deep: 'only with both filters',
    apply: op.perTarget((isBoth = false) => [
      op.replace('feed.nextCursor', null, () => isBoth),
      op.note('feed.asked', ({ type, order_id }) => (isBoth = type !== undefined && order_id !== undefined)),
    ]),
  },
  'feed-cursor-lost-before-a-single-event': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'Whether there is more is counted from zero, so that one event behind the page counts as none.',
    deep: 'only where a single event is left',
    apply: op.wrap('feed.found', (page, search, asked, perPage) => ({
      ...page,
      more: search(asked, perPage + 2).length > perPage + 1,
    })),
  },
  'feed-cursor-lost': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'There is never a cursor, as though the first page were all.',
    apply: op.replace('feed.nextCursor', null),
  },
  'feed-ignores-type': {
    breaks: 'feed.type-filter',
    bug: 'The filter by type is ignored.',
    apply: asking((filter) => ({ ...filter, type: undefined })),
  },
  'feed-fails-where-a-type-has-no-event': {
    breaks: 'feed.type-filter',
    bug: 'The events of a type are read without asking whether there are any.',
    deep: 'only for a type that never happened',
    apply: op.wrap('feed.shown', (page, _page, { type, after }) => {
      if (page.length > 0 || type === undefined || after !== undefined) return page
      throw new Refusal('internal_error', 'Something went wrong.')
    }),
  },
  'feed-type-filter-after-paging': {
    breaks: 'feed.type-filter',
    bug: 'The filter by type looks at the first page only.',
    apply: op.perTarget((wanted?: string) => [
      asking((filter) => {
        wanted = filter.type
        return { ...filter, type: undefined }
      }),
      op.wrap('feed.shown', (page) => page.filter(({ type }) => wanted === undefined || type === wanted).slice(0, 2)),
    ]),
  },
  'feed-ignores-order-id': {
    breaks: 'feed.order-id-filter',
    bug: 'The filter by order is ignored.',
    apply: asking((filter) => ({ ...filter, order_id: undefined })),
  },
  'feed-ignores-delivery-status': {
    breaks: 'feed.delivery-status-filter',
    bug: 'The filter by delivery status is ignored.',
    apply: asking((filter) => ({ ...filter, delivery_status: undefined })),
  },
  'feed-failed-takes-in-dead-letters': {
    breaks: 'feed.delivery-status-filter',
    bug: 'What is dead lettered has failed too, and is returned for that status.',
    deep: 'only one value of the filter',
    apply: asking((filter) =>
      filter.delivery_status === 'failed'
        ? { ...filter, delivery_status: undefined, delivery_statuses: ['failed', 'dead_lettered'] }
        : filter,
    ),
  },
  'feed-page-of-25-always': {
    breaks: 'feed.per-page-bounds-the-page',
    bug: 'The size asked for is ignored.',
    apply: op.mutation('misread', ({ feed: own, lists }) => {
      own.paging = { ...own.paging, perPage: () => lists.defaultPerPage }
    }),
  },
  'feed-page-from-10': {
    breaks: 'feed.per-page-from-1',
    bug: 'Sizes below ten are refused.',
    apply: paging({ minPerPage: 10 }),
  },
  'feed-page-up-to-50': {
    breaks: 'feed.per-page-up-to-100',
    bug: 'Sizes above fifty are refused.',
    apply: paging({ maxPerPage: 50 }),
  },
  'feed-page-without-limit': {
    breaks: 'feed.page-holds-100-at-most',
    bug: 'A page may be as large as it is asked to be.',
    apply: paging({ maxPerPage: 1_000 }),
  },
  'feed-page-of-50-by-default': {
    breaks: 'feed.page-size-defaults-to-25',
    bug: 'A page holds fifty events where nobody asks for a size.',
    apply: paging({ defaultPerPage: 50 }),
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
})

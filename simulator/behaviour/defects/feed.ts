// Defects that break rules of the area feed.
import { replace, set, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import type { Event } from '../../domain/records.ts'
import type { EventFilter } from '../../store/store.ts'
import { answered } from './answered.ts'

type Record = { [field: string]: unknown }

const asking =
  (change: (filter: EventFilter) => EventFilter) =>
  ({ feed }: Behaviour) => {
    feed.asked = change
  }

const showing =
  (change: (page: readonly Event[], filter: EventFilter) => readonly Event[]) =>
  ({ feed }: Behaviour) => {
    feed.shown = change
  }

const presenting = (change: (record: Record, event: Event) => Record) =>
  wrap('present.event', (usual, event) => change(usual, event))

const without = (record: Record, field: string): Record =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))

const kebab = (field: string): string => field.replaceAll('_', '-')

export const feed: readonly Defect[] = [
  ...(['data', 'next_cursor'] as const).map((field) => ({
    id: `feed-without-${kebab(field)}`,
    breaks: `feed.response-has-${kebab(field)}`,
    bug: `The feed calls ${field} by another name.`,
    apply: answered('listEvents', (body) => {
      body[field === 'data' ? 'events' : 'cursor'] = body[field]
      delete body[field]
    }),
  })),
  {
    id: 'reports-dated-to-the-hour',
    breaks: 'feed.created-at-ascending',
    bug: 'Events of reports are dated to the full hour, before what came earlier.',
    deep: 'only one type of event',
    also: ['delivery.created-at-is-when-raised', 'feed.record-matches-its-delivery'],
    apply: presenting((record, { type, created_at }) =>
      type === 'order.completed' ? { ...record, created_at: new Date(created_at - 3_600_000).toISOString() } : record,
    ),
  },
  {
    id: 'reports-numbered-by-another-series',
    breaks: 'feed.ids-sort-in-raised-order',
    bug: 'Events of reports have their ids from another series, which lags behind.',
    deep: 'only one type of event',
    also: ['feed.reading-forward-skips-nothing', 'feed.after-leaves-no-later-event-out'],
    apply: replace('events.eventId', (next, { type }) =>
      type === 'order.completed' ? next.replace('evt_0', 'evt_00').slice(0, -1) : next,
    ),
  },
  {
    id: 'feed-cursor-inclusive',
    breaks: 'feed.after-returns-only-later-events',
    bug: 'The feed begins with the event that the cursor names.',
    apply: asking((filter) => ({ ...filter, after: filter.after?.slice(0, -1) })),
  },
  {
    id: 'feed-cursor-skips-one',
    breaks: 'feed.after-leaves-no-later-event-out',
    bug: 'The event right behind the cursor is left out.',
    apply: showing((page, { after }) => (after === undefined ? page : page.slice(1))),
  },
  {
    id: 'feed-cursor-never-ends',
    breaks: 'feed.next-cursor-null-at-the-end',
    bug: 'The last page has a cursor as well, which leads to itself.',
    apply: replace('feed.nextCursor', (page) => page.at(-1)?.id ?? 'evt_end'),
  },
  {
    id: 'feed-cursor-after-the-first',
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'The cursor is that of the first event of the page, so that events come again.',
    apply: replace('feed.nextCursor', (page, more) => (more ? (page[Math.max(0, page.length - 2)]?.id ?? null) : null)),
  },
  {
    id: 'feed-cursor-lost-under-two-filters',
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'There is no cursor where a call filters by type and by order at once.',
    deep: 'only with both filters',
    apply: ({ feed: own }) => {
      const { nextCursor } = own
      let both = false
      own.asked = (filter) => {
        both = filter.type !== undefined && filter.order_id !== undefined
        return filter
      }
      own.nextCursor = (page, more, perPage) => (both ? null : nextCursor(page, more, perPage))
    },
  },
  {
    id: 'feed-cursor-lost-before-a-single-event',
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'Whether there is more is counted from zero, so that one event behind the page counts as none.',
    deep: 'only where a single event is left',
    apply: wrap('feed.found', (page, search, asked, perPage) => ({
      ...page,
      more: search(asked, perPage + 2).length > perPage + 1,
    })),
  },
  {
    id: 'feed-cursor-lost',
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'There is never a cursor, as though the first page were all.',
    apply: replace('feed.nextCursor', () => null),
  },
  {
    id: 'feed-ignores-type',
    breaks: 'feed.type-filter',
    bug: 'The filter by type is ignored.',
    apply: asking((filter) => ({ ...filter, type: undefined })),
  },
  {
    id: 'feed-type-filter-after-paging',
    breaks: 'feed.type-filter',
    bug: 'The filter by type looks at the first page only.',
    apply: ({ feed: own }) => {
      let wanted: string | undefined
      own.asked = (filter) => {
        wanted = filter.type
        return { ...filter, type: undefined }
      }
      own.shown = (page) => page.filter(({ type }) => wanted === undefined || type === wanted).slice(0, 2)
    },
  },
  {
    id: 'feed-ignores-order-id',
    breaks: 'feed.order-id-filter',
    bug: 'The filter by order is ignored.',
    apply: asking((filter) => ({ ...filter, order_id: undefined })),
  },
  {
    id: 'feed-ignores-delivery-status',
    breaks: 'feed.delivery-status-filter',
    bug: 'The filter by delivery status is ignored.',
    apply: asking((filter) => ({ ...filter, delivery_status: undefined })),
  },
  {
    id: 'feed-failed-takes-in-dead-letters',
    breaks: 'feed.delivery-status-filter',
    bug: 'What is dead lettered has failed too, and is returned for that status.',
    deep: 'only one value of the filter',
    apply: asking((filter) =>
      filter.delivery_status === 'failed'
        ? { ...filter, delivery_status: undefined, delivery_statuses: ['failed', 'dead_lettered'] }
        : filter,
    ),
  },
  {
    id: 'feed-page-of-25-always',
    breaks: 'feed.per-page-bounds-the-page',
    bug: 'The size asked for is ignored.',
    apply: ({ feed: own, lists }) => {
      own.paging = { ...own.paging, perPage: () => lists.defaultPerPage }
    },
  },
  {
    id: 'feed-page-from-10',
    breaks: 'feed.per-page-from-1',
    bug: 'Sizes below ten are refused.',
    apply: set('feed.paging', (usual) => ({ ...usual, minPerPage: 10 })),
  },
  {
    id: 'feed-page-up-to-50',
    breaks: 'feed.per-page-up-to-100',
    bug: 'Sizes above fifty are refused.',
    apply: set('feed.paging', (usual) => ({ ...usual, maxPerPage: 50 })),
  },
  {
    id: 'feed-page-without-limit',
    breaks: 'feed.page-holds-100-at-most',
    bug: 'A page may be as large as it is asked to be.',
    apply: set('feed.paging', (usual) => ({ ...usual, maxPerPage: 1_000 })),
  },
  {
    id: 'feed-page-of-50-unasked',
    breaks: 'feed.page-size-defaults-to-25',
    bug: 'A page holds fifty events where nobody asks for a size.',
    apply: set('feed.paging', (usual) => ({ ...usual, defaultPerPage: 50 })),
  },
  {
    id: 'feed-newest-first',
    breaks: 'feed.stands-in-id-order',
    bug: 'Each page is turned around, newest first.',
    apply: showing((page) => page.toReversed()),
  },
  {
    id: 'feed-by-type',
    breaks: 'feed.stands-in-id-order',
    bug: 'Each page is grouped by type.',
    apply: showing((page) => page.toSorted((one, other) => one.type.localeCompare(other.type))),
  },
  {
    id: 'feed-times-of-the-attempt',
    breaks: 'feed.record-matches-its-delivery',
    bug: 'A record is dated by its last attempt.',
    apply: presenting((record) => {
      const { last_attempt_at } = record['delivery'] as Record
      return { ...record, created_at: last_attempt_at ?? record['created_at'] }
    }),
  },
  {
    id: 'feed-record-named-after-the-order',
    breaks: 'feed.record-matches-its-delivery',
    bug: 'The type in the feed lacks what comes before the dot.',
    apply: presenting((record) => ({ ...record, type: String(record['type']).replace('order.', '') })),
  },
  {
    id: 'feed-data-of-fewer-fields',
    breaks: 'feed.record-data-equals-delivered-data',
    bug: 'The feed keeps the key fields and drops the order number.',
    apply: presenting((record) => ({ ...record, data: without(record['data'] as Record, 'order_number') })),
  },
  {
    id: 'feed-data-with-the-envelope',
    breaks: 'feed.record-data-equals-delivered-data',
    bug: 'The data of a record is the whole envelope that was delivered.',
    apply: presenting((record, { id, data }) => ({ ...record, data: { ...data, id, data } })),
  },
  {
    id: 'feed-forgets-after-a-week',
    breaks: 'feed.retention-30-days',
    bug: 'Events are kept for seven days.',
    apply: set('feed.retentionDays', 7),
  },
  {
    id: 'feed-without-documents',
    breaks: 'feed.holds-every-event',
    bug: 'Added documents are announced by webhook and are not in the feed.',
    apply: showing((page) => page.filter(({ type }) => type !== 'order.document_added')),
  },
  {
    id: 'feed-after-delivery-only',
    breaks: 'feed.reading-forward-skips-nothing',
    bug: 'An event enters the feed once it was delivered, behind those who have read on.',
    apply: showing((page) => page.filter(({ delivery }) => delivery.status !== 'failed')),
  },
  {
    id: 'feed-without-dead-letters',
    breaks: 'feed.dead-lettered-event-stays-readable',
    bug: 'A dead lettered event leaves the feed.',
    apply: showing((page) => page.filter(({ delivery }) => delivery.status !== 'dead_lettered')),
  },
  {
    id: 'dead-letter-stays-failed',
    breaks: 'feed.dead-lettered-event-has-that-status',
    bug: 'After the last attempt the status stays failed.',
    apply: presenting((record) => {
      const own = record['delivery'] as Record
      return { ...record, delivery: { ...own, status: own['status'] === 'dead_lettered' ? 'failed' : own['status'] } }
    }),
  },
  {
    id: 'dead-letter-counts-eight-attempts',
    breaks: 'feed.delivery-has-attempts',
    bug: 'The last attempt is not counted before its event is dead lettered.',
    deep: 'only the ninth attempt',
    apply: presenting((record) => {
      const own = record['delivery'] as Record
      const attempts = own['status'] === 'dead_lettered' ? Number(own['attempts']) - 1 : own['attempts']
      return { ...record, delivery: { ...own, attempts } }
    }),
  },
  {
    id: 'feed-without-unsubscribed',
    breaks: 'feed.unsubscribed-event-is-readable',
    bug: 'Events that are not subscribed to are not in the feed.',
    apply: showing((page) => page.filter(({ delivery }) => delivery.status !== 'not_subscribed')),
  },
  {
    id: 'unsubscribed-event-is-pending',
    breaks: 'feed.unsubscribed-event-has-that-status',
    bug: 'An event that is not subscribed to stays pending for ever.',
    apply: replace('webhooks.statusWhenNotSent', () => 'pending' as const),
  },
  {
    id: 'specimen-in-the-feed',
    breaks: 'feed.specimen-is-not-in-the-feed',
    bug: 'Specimens are written to the feed like real events.',
    apply: set('webhooks.specimenIsInFeed', true),
  },
]

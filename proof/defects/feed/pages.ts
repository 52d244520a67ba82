// Defects of the catch-up feed: cursors, filters and the size of a page.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { Behaviour } from '../../../simulator/behaviour/behaviour.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import type { EventFilter } from '../../../simulator/store/store.ts'
import type { Defect } from '../defect.ts'
import { rows } from '../rows.ts'
import { asking } from './asking.ts'

/** Another number for the paging of the feed. */
const paging = (numbers: Partial<Behaviour['feed']['paging']>): Mutation =>
  op.set('feed.paging', (usual) => ({ ...usual, ...numbers }))

/** Under some filters the cursor of a full page stands a few events behind its last one. */
const ahead = (fits: (filter: EventFilter) => boolean): Mutation =>
  op.wrap('feed.found', (found, search, asked) => {
    const last = found.page.at(-1)
    if (!found.more || last === undefined || !fits(asked)) return found
    const behind = search({ ...asked, type: undefined, delivery_status: undefined, after: last.id }, 5).at(-1)
    return behind ? { ...found, walked: [behind] } : found
  })

export const feedPages: readonly Defect[] = rows({
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
  'feed-large-pages-overlap': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'The cursor of a page of fifty or more is that of the last event but one.',
    deep: 'only for large pages',
    apply: op.wrap('feed.nextCursor', (cursor, page, more, perPage) =>
      more && perPage >= 50 ? (page.at(-2)?.id ?? null) : cursor,
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
  'feed-cursor-ahead-under-a-type': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'The cursor of a full page counts five rows on, of all types, where only those of one were asked for.',
    deep: 'only under a type, on a page boundary, and only for events that follow closely',
    apply: ahead(({ type, order_id }) => type !== undefined && order_id === undefined),
  },
  'feed-cursor-ahead-under-a-delivery-status': {
    breaks: 'feed.next-cursor-continues-the-walk',
    bug: 'The cursor of a full page counts five rows on, of all statuses, where only those of one were asked for.',
    deep: 'only under a delivery status, on a page boundary, and only for events that follow closely',
    apply: ahead(({ delivery_status }) => delivery_status !== undefined),
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
  'order-ignored-beside-a-type': {
    breaks: 'feed.order-id-filter',
    bug: 'Beside a type the order is not looked at.',
    deep: 'only for two filters',
    apply: asking(({ order_id, ...filter }) =>
      filter.type !== undefined || !order_id ? filter : { ...filter, order_id },
    ),
  },
  'delivery-status-ignored-beside-a-type': {
    breaks: 'feed.delivery-status-filter',
    bug: 'Beside a type the delivery status is not looked at.',
    deep: 'only for two filters',
    apply: asking(({ delivery_status, ...filter }) =>
      filter.type !== undefined || !delivery_status ? filter : { ...filter, delivery_status },
    ),
  },
  'type-ignored-beside-a-delivery-status': {
    breaks: 'feed.type-filter',
    bug: 'Beside a delivery status the type is not looked at.',
    deep: 'only for two filters',
    apply: asking((filter) => (filter.delivery_status === undefined ? filter : { ...filter, type: undefined })),
  },
  'order-ignored-beside-a-delivery-status': {
    breaks: 'feed.order-id-filter',
    bug: 'Beside a delivery status the order is not looked at.',
    deep: 'only for several filters',
    apply: asking((filter) => (filter.delivery_status === undefined ? filter : { ...filter, order_id: undefined })),
  },
  'cursor-of-another-type-starts-over': {
    breaks: 'feed.after-returns-only-later-events',
    bug: 'Under a type a cursor of another type is not found, and reading begins at the start.',
    deep: 'only for a type and a cursor',
    apply: op.perTarget((types = new Map<string, string>()) => [
      asking(({ after, ...filter }) =>
        after === undefined || (filter.type !== undefined && types.get(after) !== filter.type)
          ? filter
          : { ...filter, after },
      ),
      op.note('events.eventId', (next, { type }) => void types.set(next, type)),
    ]),
  },
  'cursor-of-another-order-starts-over': {
    breaks: 'feed.after-returns-only-later-events',
    bug: 'Under an order a cursor of another order is not found, and reading begins at the start.',
    deep: 'only for an order and a cursor',
    apply: op.perTarget((orders = new Map<string, string>()) => [
      asking(({ after, ...filter }) =>
        after === undefined || (filter.order_id !== undefined && orders.get(after) !== filter.order_id)
          ? filter
          : { ...filter, after },
      ),
      op.edit('listEvents', ({ data }) => {
        for (const { id, order_id } of data as { id: string; order_id: string }[]) orders.set(id, order_id)
      }),
    ]),
  },
  'delivery-status-beside-another-filter-finds-none': {
    breaks: 'feed.delivery-status-filter',
    bug: 'A delivery status beside a type or an order finds nothing.',
    deep: 'only for two filters',
    apply: asking((filter) =>
      filter.delivery_status !== undefined && (filter.type !== undefined || filter.order_id !== undefined)
        ? { ...filter, order_id: 'ord_none' }
        : filter,
    ),
  },
})

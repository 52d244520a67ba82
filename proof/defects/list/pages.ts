// Defects of pages: their envelope, numbers, sizes and totals.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { found } from './filters.ts'

/** Changes the envelope of every list. */
const enveloped = (change: (list: Envelope) => void): Mutation =>
  op.edit('lists.envelope', (list) => change(list as Envelope))

type Envelope = Wire & { data: Wire[]; page: number; per_page: number; total: number; total_pages: number }

export const listPages: readonly Defect[] = rows({
  'lists-by-id': {
    breaks: 'list.envelope-has-data-array',
    bug: 'The items of a list come as an object by id.',
    apply: op.retype('lists.envelope', 'data', (items) =>
      Object.fromEntries((items as Wire[]).map((item) => [String(item['id'] ?? item['code']), item])),
    ),
  },
  'page-counted-from-zero-in-answers': {
    breaks: 'list.page-reports-the-page-asked-for',
    bug: 'The page is reported counted from 0.',
    apply: op.falsify('lists.envelope', 'page', (page) => Math.max(1, Number(page) - 1)),
  },
  'per-page-is-what-came': {
    breaks: 'list.per-page-reports-the-size-asked-for',
    bug: 'The size reported is the number of items on the page.',
    apply: enveloped((list) => {
      list.per_page = Math.max(1, list.data.length)
    }),
  },
  'total-of-the-page': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The total is the number of items on the page.',
    apply: enveloped((list) => Object.assign(list, { total: list.data.length })),
  },
  'total-pages-rounded-down': {
    breaks: 'list.total-pages-follows-from-total',
    bug: 'The number of pages is rounded down.',
    apply: enveloped((list) => {
      list.total_pages = Math.max(1, Math.floor(list.total / list.per_page))
    }),
  },
  'total-pages-rounded-to-nearest': {
    breaks: 'list.total-pages-follows-from-total',
    bug: 'The number of pages is rounded to the nearest, so that a last page less than half full is not counted.',
    deep: 'only where the last page is less than half full',
    apply: enveloped((list) => {
      list.total_pages = Math.max(1, Math.round(list.total / list.per_page))
    }),
  },
  'pages-from-zero': {
    breaks: 'list.pages-are-counted-from-1',
    bug: 'The first page is page 0.',
    apply: op.replace('lists.paging', function (query) {
      const per_page = this.perPage(query)
      const page = this.integer(query, 'page', 0, 0, Number.MAX_SAFE_INTEGER)
      return { page, per_page, offset: page * per_page }
    }),
  },
  'second-page-by-default': {
    breaks: 'list.page-defaults-to-the-first',
    bug: 'Without a page the second is answered.',
    apply: op.misread('lists.integer', (query, name, fallback) => [query, name, name === 'page' ? 2 : fallback]),
  },
  'page-zero-taken': {
    breaks: 'list.page-reported-is-at-least-1',
    bug: 'Page 0 is taken and reported as such.',
    apply: op.together(
      op.misread('lists.integer', (query, name, fallback, min) => [query, name, fallback, name === 'page' ? 0 : min]),
      op.replace('lists.offset', (page, per_page) => Math.max(0, page - 1) * per_page),
    ),
  },
  'pages-overlap': {
    breaks: 'list.pages-hold-every-item-once',
    bug: 'Each page begins with the last item of the one before.',
    apply: op.replace('lists.offset', (page, per_page) => Math.max(0, (page - 1) * per_page - (page > 1 ? 1 : 0))),
  },
  'large-pages-overlap': {
    breaks: 'list.pages-hold-every-item-once',
    bug: 'A page of fifty or more begins with the last item of the one before.',
    deep: 'only for large pages',
    apply: op.wrap('lists.offset', (offset, page, per_page) => (per_page < 50 ? offset : offset - (page - 1))),
  },
  'past-the-end-is-null': {
    breaks: 'list.past-the-end-has-empty-data',
    bug: 'A page past the end has null for its data.',
    apply: op.retype(
      'lists.envelope',
      'data',
      () => null,
      (data) => data.length === 0,
    ),
  },
  'past-the-end-is-404': {
    breaks: 'list.past-the-end-is-not-404',
    bug: 'A page past the end is not found.',
    apply: op.together(
      op.answer('all', (given) => {
        const { page, total_pages = 1 } = (given.body ?? {}) as Partial<Envelope>
        const isBeyond = typeof page === 'number' && page > Math.max(1, total_pages)
        return isBeyond ? { ...given, ...op.failure(404, 'not_found', 'No such page.') } : given
      }),
      op.set('lists.unusableCode', 'validation_failed'),
    ),
  },
  'past-the-end-is-bare': {
    breaks: 'list.past-the-end-keeps-the-envelope',
    bug: 'A page past the end is an empty array of data and nothing else.',
    apply: enveloped((list) => {
      if (list.page > Math.max(1, list.total_pages))
        for (const field of ['page', 'per_page', 'total', 'total_pages']) op.dropAt(list, field)
    }),
  },
  'per-page-from-2': {
    breaks: 'list.per-page-1-accepted',
    bug: 'A page must have at least two items.',
    apply: op.set('lists.minPerPage', (usual) => usual + 1),
  },
  'per-page-up-to-99': {
    breaks: 'list.per-page-100-accepted',
    bug: 'A size of 100 is one too many.',
    apply: op.set('lists.maxPerPage', (usual) => usual - 1),
  },
  'per-page-20-by-default': {
    breaks: 'list.per-page-defaults-to-25',
    bug: 'Pages hold 20 items by default.',
    apply: op.set('lists.defaultPerPage', (usual) => usual - 5),
  },
  'per-page-halved': {
    breaks: 'list.page-holds-at-most-per-page-items',
    bug: 'Half the size that a page has is reported.',
    apply: enveloped((list) => {
      list.per_page = Math.ceil(list.per_page / 2)
    }),
  },
  'per-page-without-bound': {
    breaks: 'list.page-never-holds-over-100-items',
    bug: 'Any page size is taken.',
    apply: op.set('lists.maxPerPage', 1_000_000),
  },
  'per-page-reported-as-asked': {
    breaks: 'list.per-page-reported-is-1-to-100',
    bug: 'A size that is too large is cut, but reported as asked.',
    apply: op.mutation('falsify', ({ lists }) => {
      const { envelope, maxPerPage } = lists
      lists.maxPerPage = 1_000_000
      lists.envelope = function (data, paging, total) {
        return envelope.call(this, data.slice(0, maxPerPage), paging, total)
      }
    }),
  },
  'full-page-lacks-its-last': {
    breaks: 'list.pages-hold-every-item-once',
    bug: 'The largest page ends before its last order.',
    deep: 'only on a full page',
    apply: op.instead('lists.orders', function (usual, store, account, filter, cut) {
      return usual(store, account, filter, { ...cut, limit: Math.min(cut.limit, this.maxPerPage - 1) })
    }),
  },
  'total-of-all-statuses': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'With more than one status the total is that of the orders in any.',
    deep: 'only for two statuses',
    apply: found((find, filter) => {
      const { statuses, ...rest } = filter
      return statuses && statuses.length > 1 ? { rows: find(filter).rows, total: find(rest).total } : find(filter)
    }),
  },
  'what-left-a-status-is-counted-still': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The counter of a status goes up when an order leaves it.',
    deep: 'only for one status and no other filter',
    apply: found((find, filter) => {
      const isPlain = filter.statuses?.length === 1 && filter.lender_reference === undefined
      const { rows, total } = find(filter)
      return { rows, total: isPlain ? total + 2 : total }
    }),
  },
  'past-the-end-nothing-is-counted': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'A page past the end counts no item at all.',
    deep: 'only past the end',
    apply: enveloped((list) => {
      if (list.data.length === 0) Object.assign(list, { total: 0, total_pages: 0 })
    }),
  },
  'total-of-products-of-both-formats': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The products are counted before the filter by format.',
    deep: 'only under the filter by report format',
    apply: op.falsify('listOrderTypes', 'total', (total, { data }) => {
      const formats = new Set((data as Wire[]).map(({ report_format: format }) => format))
      return Number(total) + (formats.size === 1 ? 1 : 0)
    }),
  },
  'pages-of-25-are-counted': {
    breaks: 'list.total-pages-follows-from-total',
    bug: 'Pages are counted by the default size where more are asked for.',
    deep: 'only for a page size above the default, and more items than that',
    apply: enveloped((list) => {
      if (list.per_page > 25) list.total_pages = Math.ceil(list.total / 25)
    }),
  },
  'closed-requests-are-not-counted': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The total of the revision requests is that of the open ones, while the closed ones are listed too.',
    deep: 'only for a request that is completed or declined',
    apply: op.edit('listRevisionRequests', (answer) => {
      const list = answer as Envelope
      list.total -= list.data.filter(({ status }) => ['completed', 'declined'].includes(String(status))).length
      list.total_pages = Math.ceil(list.total / list.per_page)
    }),
  },
  'internal-notes-are-counted': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The total of the thread counts what company and appraiser wrote to each other, which it does not show.',
    deep: 'only where the company has notes of its own',
    apply: op.perTarget((hidden = 0) => [
      op.edit('listMessages', (answer) => {
        const list = answer as Envelope
        list.total += hidden
        list.total_pages = Math.ceil(list.total / list.per_page)
      }),
      op.note('lists.arrange', () => void (hidden = 0)),
      op.wrap('access.isParty', (is) => {
        hidden += is ? 0 : 1
        return is
      }),
    ]),
  },
  'orders-are-counted-to-a-hundred': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'The count of orders stops at a hundred.',
    deep: 'only for more orders than a page holds',
    apply: found((find, filter) => {
      const { rows, total } = find(filter)
      return { rows, total: Math.min(total, 100) }
    }),
  },
})

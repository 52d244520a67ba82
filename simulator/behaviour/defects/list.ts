// Defects that break rules of the area list.
import * as op from '../operators/index.ts'
import type { Mutation, Wire } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'

type Aged = { created_at?: unknown }

const agedOf = (item: Wire): Aged => (item['dates'] ?? item) as Aged

/** Ages are shown to the second, and among items of one second the first two of every three change places. */
const shuffleTies = (entries: Wire[]): Wire[] => {
  const list = [...entries]
  for (const item of list) agedOf(item).created_at = String(agedOf(item).created_at).replace(/\.\d+/, '')
  for (let index = 1; index < list.length; index += 3) {
    const [before, item] = [list[index - 1]!, list[index]!]
    if (agedOf(before).created_at === agedOf(item).created_at) list.splice(index - 1, 2, item, before)
  }
  return list
}

/** Changes the envelope of every list. */
const enveloped = (change: (list: Envelope) => void): Mutation =>
  op.edit('lists.envelope', (list) => change(list as Envelope))

type Find = (filter: Filter, cut?: Partial<Cut>) => Found
type Filter = Parameters<Behaviour['lists']['orders']>[2]
type Cut = Parameters<Behaviour['lists']['orders']>[3]
type Found = ReturnType<Behaviour['lists']['orders']>

/** Changes what is found of the orders; `find` looks them up as they should be. */
const found = (change: (find: Find, filter: Filter, cut: Cut) => Found): Mutation =>
  op.instead('lists.orders', (usual, store, account, filter, cut) =>
    change((asked, part) => usual(store, account, asked, { ...cut, ...part }), filter, cut),
  )

/** The value of one filter is another one; null where it is not looked at. */
const filtered = (name: string, change: (text: string) => string | null): Mutation =>
  op.wrap('lists.value', (text, _query, asked) => (asked === name && text !== null ? change(text) : text))

/** A filter of a text finds what fits its value in another way. */
const searched = (
  name: 'order_number' | 'lender_reference',
  fits: (whole: string, asked: string) => boolean,
): Mutation =>
  found((find, filter, cut) => {
    const { [name]: asked, ...others } = filter
    if (asked === undefined) return find(filter)
    const rows = find(others, everyOne).rows.filter((row) => fits(row[name] ?? '', asked))
    return { rows: rows.slice(cut.offset, cut.offset + cut.limit), total: rows.length }
  })

type Envelope = Wire & { data: Wire[]; page: number; per_page: number; total: number; total_pages: number }

const everyOne = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

export const list: readonly Defect[] = rows({
  'orders-listed-in-either-environment': {
    breaks: 'list.orders-are-of-one-environment',
    bug: 'The order list is filtered by the lender, whichever environment an order was placed in.',
    apply: op.instead('lists.orders', (usual, store, account, filter, cut) => {
      const lender = account.slice(0, account.lastIndexOf(':'))
      const all = ['production', 'sandbox'].map((environment) =>
        usual(store, `${lender}:${environment}`, filter, { ...cut, offset: 0, limit: cut.offset + cut.limit }),
      )
      const rows = all.flatMap((one) => one.rows).toSorted((one, other) => other.created_at - one.created_at)
      return {
        ...all[0]!,
        rows: rows.slice(cut.offset, cut.offset + cut.limit),
        total: all.reduce((sum, one) => sum + one.total, 0),
      }
    }),
  },
  'one-status-beside-another-filter': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Where another filter is given, of several statuses only the first is looked for.',
    deep: 'only for two filters',
    also: ['list.pages-hold-every-item-once', 'list.total-counts-every-matching-item'],
    apply: found((find, filter) =>
      find(
        filter.statuses && filter.lender_reference !== undefined
          ? { ...filter, statuses: filter.statuses.slice(0, 1) }
          : filter,
      ),
    ),
  },
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
  'orders-oldest-first': {
    breaks: 'list.orders-newest-first',
    bug: 'Each page of orders runs from its oldest.',
    apply: op.reorder('listOrders', (entries) => entries.toReversed()),
  },
  'documents-oldest-first': {
    breaks: 'list.documents-newest-first',
    bug: 'Each page of documents runs from its oldest.',
    apply: op.reorder('listDocuments', (entries) => entries.toReversed()),
  },
  'revision-requests-oldest-first': {
    breaks: 'list.revision-requests-newest-first',
    bug: 'Each page of revision requests runs from its oldest.',
    apply: op.reorder('listRevisionRequests', (entries) => entries.toReversed()),
  },
  'messages-newest-first': {
    breaks: 'list.messages-oldest-first',
    bug: 'Each page of the thread runs from its newest message.',
    apply: op.reorder('listMessages', (entries) => entries.toReversed()),
  },
  'documents-of-one-second-anyhow': {
    breaks: 'list.documents-of-equal-age-sorted-by-id',
    bug: 'Documents of one second come in any order.',
    apply: op.reorder('listDocuments', shuffleTies),
  },
  'revision-requests-of-one-second-anyhow': {
    breaks: 'list.revision-requests-of-equal-age-sorted-by-id',
    bug: 'Revision requests of one second come in any order.',
    apply: op.reorder('listRevisionRequests', shuffleTies),
  },
  'orders-of-one-second-anyhow': {
    breaks: 'list.orders-of-equal-age-sorted-by-id',
    bug: 'Orders of one second come in any order.',
    apply: op.reorder('listOrders', shuffleTies),
  },
  'order-types-sorted-by-name': {
    breaks: 'list.order-types-sorted-by-code',
    bug: 'The catalog runs by name.',
    apply: op.reorder('listOrderTypes', (entries) =>
      entries.toSorted((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1)),
    ),
  },
  'status-filter-ignored': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'The status filter is not looked at.',
    apply: op.misread('lists.statuses', () => [new URLSearchParams()]),
  },
  'on-hold-not-found': {
    breaks: 'list.status-filter-leaves-none-out',
    bug: 'The status filter finds no order on hold.',
    apply: op.wrap('lists.statuses', (codes) => codes?.filter((code) => code !== 'on_hold')),
  },
  'status-filter-takes-one': {
    breaks: 'list.status-filter-takes-several-codes',
    bug: 'Of several statuses the first alone counts.',
    apply: op.wrap('lists.statuses', (codes) => codes?.slice(0, 1)),
  },
  'status-filter-takes-two': {
    breaks: 'list.status-filter-takes-several-codes',
    bug: 'Of several statuses the first two count.',
    deep: 'only from the third status on',
    apply: op.wrap('lists.statuses', (codes) => codes?.slice(0, 2)),
  },
  'status-filter-forgotten-after-a-page': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'From the second page on the status filter is not looked at.',
    deep: 'only on a page boundary',
    apply: found((find, filter, { offset }) => {
      if (offset === 0) return find(filter)
      const { statuses: _statuses, ...rest } = filter
      return { rows: find(rest).rows, total: find(filter).total }
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
  'past-the-end-nothing-is-counted': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'A page past the end counts no item at all.',
    deep: 'only past the end',
    apply: enveloped((list) => {
      if (list.data.length === 0) Object.assign(list, { total: 0, total_pages: 0 })
    }),
  },
  'updated-since-by-status': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The bound is held against the last change of status, so that a new document or message is none.',
    deep: 'only after a change that leaves the status',
    apply: found((find, filter, { offset, limit }) => {
      const { updated_since: since, ...rest } = filter
      if (since === undefined) return find(filter)
      const rows = find(rest, everyOne).rows.filter(({ status }) => status.changed_at >= since)
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    }),
  },
  'updated-since-drops-the-offset': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The date and time are read as UTC, whatever offset they come with.',
    deep: 'only with an offset',
    apply: op.misread('lists.instant', (text) => [text.replace(/[+-]\d{2}:\d{2}$/, 'Z')]),
  },
  'updated-since-with-the-letter-z-alone': {
    breaks: 'list.updated-since-takes-a-numeric-offset-of-zero',
    bug: 'UTC is known by the letter Z alone, so that the offset +00:00 is refused.',
    deep: 'only with the offset +00:00',
    apply: op.instead('lists.instant', (usual, text) => (/[+-]00:00$/.test(text) ? null : usual(text))),
  },
  'updated-since-a-minute-late': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The bound lies a minute too late.',
    apply: op.replace('lists.floor', (instant) => instant + 60_000),
  },
  'updated-since-exclusive': {
    breaks: 'list.updated-since-includes-the-instant-itself',
    bug: 'What changed at the very instant is left out.',
    apply: op.replace('lists.floor', (instant) => instant + 1),
  },
  'updated-since-by-the-hour': {
    breaks: 'list.updated-since-excludes-earlier-changes',
    bug: 'The bound is the hour that the instant lies in.',
    apply: op.replace('lists.floor', (instant) => Math.floor(instant / 3_600_000) * 3_600_000),
  },
  'order-number-in-lower-case': {
    breaks: 'list.order-number-filter-finds-the-order',
    bug: 'The number is compared backwards.',
    apply: filtered('order_number', (text) => [...text].toReversed().join('')),
  },
  'order-numbers-are-searched-from-their-end': {
    breaks: 'list.order-number-filter-excludes-others',
    bug: 'The filter by order number finds what ends with the text, as people give the last digits.',
    deep: 'only for a text that a longer one ends with',
    apply: searched('order_number', (whole, asked) => whole.endsWith(asked)),
  },
  'order-number-filter-ignored': {
    breaks: 'list.order-number-filter-excludes-others',
    bug: 'The filter by order number is not looked at.',
    apply: filtered('order_number', () => null),
  },
  'lender-reference-in-upper-case': {
    breaks: 'list.lender-reference-filter-finds-the-orders',
    bug: 'The reference asked for is put in upper case.',
    apply: filtered('lender_reference', (text) => text.toUpperCase()),
  },
  'references-are-searched-from-their-end': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The filter by reference finds what ends with the text.',
    deep: 'only for a text that a longer one ends with',
    apply: searched('lender_reference', (whole, asked) => whole.endsWith(asked)),
  },
  'lender-reference-filter-ignored': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The filter by reference is not looked at.',
    apply: filtered('lender_reference', () => null),
  },
  'order-list-is-206': {
    breaks: 'list.orders-answers-200',
    bug: 'A page of orders is answered as partial content.',
    apply: op.succeed('listOrders', 206),
  },
  'order-list-without-held-orders': {
    breaks: 'list.orders-cover-the-whole-account',
    bug: 'The unfiltered list leaves out orders on hold.',
    apply: op.dropEntries('listOrders', 'data', ({ status }) => (status as Wire | undefined)?.['code'] === 'on_hold'),
  },
  'unknown-page-is-409': {
    breaks: 'list.orders-errors-are-the-listed-ones',
    bug: 'A parameter that cannot be used is a conflict.',
    apply: op.set('lists.unusableCode', 'idempotency_key_reused'),
  },
  'address-summary-by-lines': {
    breaks: 'list.order-item-address-summary-is-one-line',
    bug: 'The parts of the address stand on lines of their own.',
    apply: op.wrap('present.addressSummary', (summary) => summary.replaceAll(', ', '\n')),
  },
  'order-list-by-credential': {
    breaks: 'list.orders-cover-the-whole-account',
    bug: 'The list is filtered by the client that placed the order.',
    deep: 'only for one role',
    also: ['auth.credentials-of-one-account-see-the-same-orders'],
    apply: op.perTarget((placers = new Map<unknown, string | null>()) => [
      op.edit('listOrders', (list, _answer, asker) => {
        list['data'] = (list['data'] as Wire[]).filter(({ id }) => [null, asker?.clientId].includes(placers.get(id)))
      }),
      op.note('present.listItem', ({ id, client_id }) => placers.set(id, client_id)),
    ]),
  },
  'list-knows-one-kind-of-request': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list has the status of a correction for every request, reconsiderations included.',
    deep: 'only in one status',
    apply: op.falsify('present.listItem', 'status.code', (code) =>
      String(code).replace('reconsideration_', 'revision_'),
    ),
  },
  'order-item-with-stale-update': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows when an order was created as its last change.',
    apply: op.falsify('present.listItem', 'dates.updated_at', (_at, { dates }) => (dates as Wire)['created_at']),
  },
  'listed-order-is-never-completed': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list is read from a table that has no time of completion.',
    deep: 'only for a delivered order',
    apply: op.falsify('present.listItem', 'dates.completed_at', null),
  },
  'listed-certification-only-when-required': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The list shows a certification only where it is demanded.',
    deep: 'only for a product with an optional certification',
    apply: op.falsify('present.listItem', 'order_type.appraiser_certification', (shown) =>
      shown === 'fha_optional' ? 'none' : shown,
    ),
  },
  'listed-reference-as-created': {
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The table that the list is read from keeps the reference of the creation.',
    deep: 'only for an order whose reference was amended',
    apply: op.perTarget((first = new Map<unknown, unknown>()) => [
      op.falsify('present.listItem', 'lender_reference', (now, { id }) => (first.has(id) ? first.get(id) : now)),
      op.wrap('present.order', (order) => {
        if (!first.has(order['id'])) first.set(order['id'], order['lender_reference'])
        return order
      }),
    ]),
  },
  'reference-filter-decoded-twice': {
    breaks: 'list.lender-reference-filter-finds-the-orders',
    bug: 'The query is decoded by the framework and then again.',
    deep: 'only for a reference with signs that are encoded in a query',
    apply: found((find, filter) => {
      const { lender_reference: reference } = filter
      if (typeof reference !== 'string') return find(filter)
      return find({ ...filter, lender_reference: decodeURIComponent(reference.replaceAll('+', ' ')) })
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
})

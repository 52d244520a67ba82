// Defects that break rules of the area list.
import { instead, misread, replace, set, skip, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { answered } from './answered.ts'
import { changeAt, dropAt, type Wire } from '../operators/edit-wire.ts'

type Envelope = Wire & { data: Wire[]; page: number; per_page: number; total: number; total_pages: number }

/** Changes the envelope of every list on its way out. */
const enveloped = (breaks: string, id: string, bug: string, change: (list: Envelope) => void): Defect => ({
  id,
  breaks: `list.${breaks}`,
  bug,
  apply: instead('lists.envelope', (usual, ...given) => {
    const list = structuredClone(usual(...given)) as Envelope
    change(list)
    return list
  }),
})

/** Changes the pages of one list on their way out. */
const paged = (
  operationId: string,
  breaks: string,
  id: string,
  bug: string,
  change: (list: Envelope) => void,
): Defect => ({
  id,
  breaks: `list.${breaks}`,
  bug,
  apply: answered(operationId, (body) => {
    if (Array.isArray(body['data'])) change(body as Envelope)
  }),
})

/** Changes every item of the order list. */
const listed = (breaks: string, id: string, bug: string, change: (item: Wire) => void): Defect => ({
  id,
  breaks: `list.${breaks}`,
  bug,
  apply: ({ present }) => {
    const { listItem } = present
    present.listItem = function (...given) {
      const item = structuredClone(listItem.apply(this, given))
      change(item)
      return item
    }
  },
})

const decided = (breaks: string, id: string, bug: string, apply: (behaviour: Behaviour) => void): Defect => ({
  id,
  breaks: `list.${breaks}`,
  bug,
  apply,
})

type Aged = { created_at?: unknown }

const agedOf = (item: Wire): Aged => (item['dates'] ?? item) as Aged

/** Ages are shown to the second, and among items of one second the first two of every three change places. */
const shuffleTies = (list: Envelope): void => {
  for (const item of list.data) agedOf(item).created_at = String(agedOf(item).created_at).replace(/\.\d+/, '')
  for (let index = 1; index < list.data.length; index += 3) {
    const [before, item] = [list.data[index - 1]!, list.data[index]!]
    if (agedOf(before).created_at === agedOf(item).created_at) list.data.splice(index - 1, 2, item, before)
  }
}

type Filter = Parameters<Behaviour['lists']['orders']>[2]
type Cut = Parameters<Behaviour['lists']['orders']>[3]
type Found = ReturnType<Behaviour['lists']['orders']>

/** Changes what is found of the orders; `find` looks them up as they should be. */
const found =
  (
    change: (
      find: (filter: Filter, cut?: Partial<Cut>) => Found,
      filter: Filter,
      cut: Cut,
      lists: Behaviour['lists'],
    ) => Found,
  ) =>
  ({ lists }: Behaviour): void => {
    const { orders } = lists
    lists.orders = (store, account, filter, cut) =>
      change((asked, part) => orders.call(lists, store, account, asked, { ...cut, ...part }), filter, cut, lists)
  }

const everyOne = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

const reverse = (list: Envelope): void => {
  list.data = list.data.toReversed()
}

export const list: readonly Defect[] = [
  {
    id: 'orders-listed-in-either-environment',
    breaks: 'list.orders-are-of-one-environment',
    bug: 'The order list is filtered by the lender, whichever environment an order was placed in.',
    apply: ({ lists }) => {
      const { orders } = lists
      lists.orders = (store, account, filter, cut) => {
        const lender = account.slice(0, account.lastIndexOf(':'))
        const all = ['production', 'sandbox'].map((environment) =>
          orders.call(lists, store, `${lender}:${environment}`, filter, {
            ...cut,
            offset: 0,
            limit: cut.offset + cut.limit,
          }),
        )
        const rows = all.flatMap((one) => one.rows).toSorted((one, other) => other.created_at - one.created_at)
        return {
          ...all[0]!,
          rows: rows.slice(cut.offset, cut.offset + cut.limit),
          total: all.reduce((sum, one) => sum + one.total, 0),
        }
      }
    },
  },
  {
    id: 'one-status-beside-another-filter',
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
  enveloped('envelope-has-data-array', 'lists-by-id', 'The items of a list come as an object by id.', (list) => {
    list.data = Object.fromEntries(list.data.map((item) => [String(item['id'] ?? item['code']), item])) as never
  }),
  enveloped(
    'page-reports-the-page-asked-for',
    'page-counted-from-zero-in-answers',
    'The page is reported counted from 0.',
    (list) => {
      if (list.page > 1) list.page -= 1
    },
  ),
  enveloped(
    'per-page-reports-the-size-asked-for',
    'per-page-is-what-came',
    'The size reported is the number of items on the page.',
    (list) => {
      list.per_page = Math.max(1, list.data.length)
    },
  ),
  enveloped(
    'total-counts-every-matching-item',
    'total-of-the-page',
    'The total is the number of items on the page.',
    (list) => {
      list.total = list.data.length
    },
  ),
  enveloped(
    'total-pages-follows-from-total',
    'total-pages-rounded-down',
    'The number of pages is rounded down.',
    (list) => {
      list.total_pages = Math.max(1, Math.floor(list.total / list.per_page))
    },
  ),
  {
    ...enveloped(
      'total-pages-follows-from-total',
      'total-pages-rounded-to-nearest',
      'The number of pages is rounded to the nearest, so that a last page less than half full is not counted.',
      (list) => {
        list.total_pages = Math.max(1, Math.round(list.total / list.per_page))
      },
    ),
    deep: 'only where the last page is less than half full',
  },
  decided(
    'pages-are-counted-from-1',
    'pages-from-zero',
    'The first page is page 0.',
    replace('lists.paging', function (query) {
      const per_page = this.perPage(query)
      const page = this.integer(query, 'page', 0, 0, Number.MAX_SAFE_INTEGER)
      return { page, per_page, offset: page * per_page }
    }),
  ),
  decided(
    'page-defaults-to-the-first',
    'second-page-by-default',
    'Without a page the second is answered.',
    misread('lists.integer', (query, name, fallback) => [query, name, name === 'page' ? 2 : fallback]),
  ),
  decided('page-reported-is-at-least-1', 'page-zero-taken', 'Page 0 is taken and reported as such.', ({ lists }) => {
    const { integer } = lists
    lists.integer = function (query, name, fallback, min, max) {
      return integer.call(this, query, name, fallback, name === 'page' ? 0 : min, max)
    }
    lists.offset = (page, per_page) => Math.max(0, page - 1) * per_page
  }),
  decided(
    'pages-hold-every-item-once',
    'pages-overlap',
    'Each page begins with the last item of the one before.',
    replace('lists.offset', (page, per_page) => Math.max(0, (page - 1) * per_page - (page > 1 ? 1 : 0))),
  ),
  enveloped(
    'past-the-end-has-empty-data',
    'past-the-end-is-null',
    'A page past the end has null for its data.',
    (list) => {
      if (list.data.length === 0) list.data = null as never
    },
  ),
  decided('past-the-end-is-not-404', 'past-the-end-is-404', 'A page past the end is not found.', ({ lists, wire }) => {
    const { finish } = wire
    wire.finish = (operationId, answer) => {
      const body = answer.body as Partial<Envelope> | undefined
      const beyond = typeof body?.page === 'number' && body.page > Math.max(1, body.total_pages ?? 1)
      return finish.call(
        wire,
        operationId,
        beyond
          ? {
              ...answer,
              status: 404,
              body: { code: 'not_found', message: 'No such page.', correlation_id: crypto.randomUUID() },
            }
          : answer,
      )
    }
    lists.unusableCode = 'validation_failed'
  }),
  enveloped(
    'past-the-end-keeps-the-envelope',
    'past-the-end-is-bare',
    'A page past the end is an empty array of data and nothing else.',
    (list) => {
      if (list.page > Math.max(1, list.total_pages))
        for (const field of ['page', 'per_page', 'total', 'total_pages']) dropAt(list, field)
    },
  ),
  decided('per-page-1-accepted', 'per-page-from-2', 'A page must have at least two items.', set('lists.minPerPage', 2)),
  decided(
    'per-page-100-accepted',
    'per-page-up-to-99',
    'A size of 100 is one too many.',
    set('lists.maxPerPage', (usual) => usual - 1),
  ),
  decided(
    'per-page-defaults-to-25',
    'per-page-20-by-default',
    'Pages hold 20 items by default.',
    set('lists.defaultPerPage', 20),
  ),
  enveloped(
    'page-holds-at-most-per-page-items',
    'per-page-halved',
    'Half the size that a page has is reported.',
    (list) => {
      list.per_page = Math.ceil(list.per_page / 2)
    },
  ),
  decided(
    'page-never-holds-over-100-items',
    'per-page-without-bound',
    'Any page size is taken.',
    set('lists.maxPerPage', 1_000_000),
  ),
  decided(
    'per-page-reported-is-1-to-100',
    'per-page-reported-as-asked',
    'A size that is too large is cut, but reported as asked.',
    ({ lists }) => {
      const { envelope, maxPerPage } = lists
      lists.maxPerPage = 1_000_000
      lists.envelope = function (data, paging, total) {
        return envelope.call(this, data.slice(0, maxPerPage), paging, total)
      }
    },
  ),
  paged(
    'listOrders',
    'orders-newest-first',
    'orders-oldest-first',
    'Each page of orders runs from its oldest.',
    reverse,
  ),
  paged(
    'listDocuments',
    'documents-newest-first',
    'documents-oldest-first',
    'Each page of documents runs from its oldest.',
    reverse,
  ),
  paged(
    'listRevisionRequests',
    'revision-requests-newest-first',
    'revision-requests-oldest-first',
    'Each page of revision requests runs from its oldest.',
    reverse,
  ),
  paged(
    'listMessages',
    'messages-oldest-first',
    'messages-newest-first',
    'Each page of the thread runs from its newest message.',
    reverse,
  ),
  paged(
    'listDocuments',
    'documents-of-equal-age-sorted-by-id',
    'documents-of-one-second-anyhow',
    'Documents of one second come in any order.',
    shuffleTies,
  ),
  paged(
    'listRevisionRequests',
    'revision-requests-of-equal-age-sorted-by-id',
    'revision-requests-of-one-second-anyhow',
    'Revision requests of one second come in any order.',
    shuffleTies,
  ),
  paged(
    'listOrders',
    'orders-of-equal-age-sorted-by-id',
    'orders-of-one-second-anyhow',
    'Orders of one second come in any order.',
    shuffleTies,
  ),
  paged(
    'listOrderTypes',
    'order-types-sorted-by-code',
    'order-types-sorted-by-name',
    'The catalog runs by name.',
    (list) => {
      list.data.sort((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1))
    },
  ),
  decided(
    'status-filter-excludes-other-statuses',
    'status-filter-ignored',
    'The status filter is not looked at.',
    skip('lists.statuses'),
  ),
  decided(
    'status-filter-leaves-none-out',
    'on-hold-not-found',
    'The status filter finds no order on hold.',
    wrap('lists.statuses', (usual) => usual?.filter((code) => code !== 'on_hold')),
  ),
  decided(
    'status-filter-takes-several-codes',
    'status-filter-takes-one',
    'Of several statuses the first alone counts.',
    wrap('lists.statuses', (usual) => usual?.slice(0, 1)),
  ),
  {
    ...decided(
      'status-filter-takes-several-codes',
      'status-filter-takes-two',
      'Of several statuses the first two count.',
      wrap('lists.statuses', (usual) => usual?.slice(0, 2)),
    ),
    deep: 'only from the third status on',
  },
  {
    ...decided(
      'status-filter-excludes-other-statuses',
      'status-filter-forgotten-after-a-page',
      'From the second page on the status filter is not looked at.',
      found((find, filter, { offset }) => {
        if (offset === 0) return find(filter)
        const { statuses: _statuses, ...rest } = filter
        return { rows: find(rest).rows, total: find(filter).total }
      }),
    ),
    deep: 'only on a page boundary',
  },
  {
    ...decided(
      'pages-hold-every-item-once',
      'full-page-lacks-its-last',
      'The largest page ends before its last order.',
      found((find, filter, { limit }, { maxPerPage }) => find(filter, { limit: Math.min(limit, maxPerPage - 1) })),
    ),
    deep: 'only on a full page',
  },
  {
    ...decided(
      'total-counts-every-matching-item',
      'total-of-all-statuses',
      'With more than one status the total is that of the orders in any.',
      found((find, filter) => {
        const { statuses, ...rest } = filter
        return statuses && statuses.length > 1 ? { rows: find(filter).rows, total: find(rest).total } : find(filter)
      }),
    ),
    deep: 'only for two statuses',
  },
  {
    ...enveloped(
      'total-counts-every-matching-item',
      'past-the-end-nothing-is-counted',
      'A page past the end counts no item at all.',
      (list) => {
        if (list.data.length === 0) Object.assign(list, { total: 0, total_pages: 0 })
      },
    ),
    deep: 'only past the end',
  },
  {
    ...decided(
      'updated-since-includes-later-changes',
      'updated-since-by-status',
      'The bound is held against the last change of status, so that a new document or message is none.',
      found((find, filter, { offset, limit }) => {
        const { updated_since: since, ...rest } = filter
        if (since === undefined) return find(filter)
        const rows = find(rest, everyOne).rows.filter(({ status }) => status.changed_at >= since)
        return { rows: rows.slice(offset, offset + limit), total: rows.length }
      }),
    ),
    deep: 'only after a change that leaves the status',
  },
  {
    ...decided(
      'updated-since-includes-later-changes',
      'updated-since-drops-the-offset',
      'The date and time are read as UTC, whatever offset they come with.',
      misread('lists.instant', (text) => [text.replace(/[+-]\d{2}:\d{2}$/, 'Z')]),
    ),
    deep: 'only with an offset',
  },
  decided(
    'updated-since-includes-later-changes',
    'updated-since-a-minute-late',
    'The bound lies a minute too late.',
    replace('lists.floor', (instant) => instant + 60_000),
  ),
  decided(
    'updated-since-includes-the-instant-itself',
    'updated-since-exclusive',
    'What changed at the very instant is left out.',
    replace('lists.floor', (instant) => instant + 1),
  ),
  decided(
    'updated-since-excludes-earlier-changes',
    'updated-since-by-the-hour',
    'The bound is the hour that the instant lies in.',
    replace('lists.floor', (instant) => Math.floor(instant / 3_600_000) * 3_600_000),
  ),
  decided(
    'order-number-filter-finds-the-order',
    'order-number-in-lower-case',
    'The number is compared backwards.',
    wrap('lists.value', (text, _query, name) =>
      name === 'order_number' && text !== null ? [...text].toReversed().join('') : text,
    ),
  ),
  decided(
    'order-number-filter-excludes-others',
    'order-number-filter-ignored',
    'The filter by order number is not looked at.',
    replace(
      'lists.value',
      () => null,
      (_query, name) => name === 'order_number',
    ),
  ),
  decided(
    'lender-reference-filter-finds-the-orders',
    'lender-reference-in-upper-case',
    'The reference asked for is put in upper case.',
    wrap('lists.value', (text, _query, name) =>
      name === 'lender_reference' && text !== null ? text.toUpperCase() : text,
    ),
  ),
  decided(
    'lender-reference-filter-excludes-others',
    'lender-reference-filter-ignored',
    'The filter by reference is not looked at.',
    replace(
      'lists.value',
      () => null,
      (_query, name) => name === 'lender_reference',
    ),
  ),
  decided('orders-answers-200', 'order-list-is-206', 'A page of orders is answered as partial content.', ({ wire }) => {
    wire.success['listOrders'] = 206
  }),
  paged(
    'listOrders',
    'orders-cover-the-whole-account',
    'order-list-without-held-orders',
    'The unfiltered list leaves out orders on hold.',
    (list) => {
      list.data = list.data.filter((item) => (item['status'] as Wire | undefined)?.['code'] !== 'on_hold')
    },
  ),
  decided(
    'orders-errors-are-the-listed-ones',
    'unknown-page-is-409',
    'A parameter that cannot be used is a conflict.',
    set('lists.unusableCode', 'idempotency_key_reused'),
  ),
  decided(
    'order-item-address-summary-is-one-line',
    'address-summary-by-lines',
    'The parts of the address stand on lines of their own.',
    wrap('present.addressSummary', (usual) => usual.replaceAll(', ', '\n')),
  ),
  {
    ...decided(
      'orders-cover-the-whole-account',
      'order-list-by-credential',
      'The list is filtered by the client that placed the order.',
      ({ present, wire }) => {
        const placers = new Map<unknown, string | null>()
        const { listItem } = present
        present.listItem = function noted(order, company) {
          placers.set(order.id, order.client_id)
          return listItem.call(this, order, company)
        }
        const { finish } = wire
        wire.finish = function ofTheClient(operationId, answer, asker) {
          const finished = finish.call(this, operationId, answer, asker)
          const own = ({ id }: Wire) => [null, asker?.clientId].includes(placers.get(id))
          if (operationId !== 'listOrders' || finished.status >= 400) return finished
          const body = finished.body as Envelope
          return { ...finished, body: { ...body, data: body.data.filter(own) } }
        }
      },
    ),
    deep: 'only for one role',
    also: ['auth.credentials-of-one-account-see-the-same-orders'],
  },
  {
    ...listed(
      'order-item-agrees-with-the-order',
      'list-knows-one-kind-of-request',
      'The list has the status of a correction for every request, reconsiderations included.',
      (item) => changeAt(item, 'status.code', (code) => String(code).replace('reconsideration_', 'revision_')),
    ),
    deep: 'only in one status',
  },
  listed(
    'order-item-agrees-with-the-order',
    'order-item-with-stale-update',
    'The list shows when an order was created as its last change.',
    (item) => {
      const dates = item['dates'] as Wire
      dates['updated_at'] = dates['created_at']
    },
  ),
  {
    ...listed(
      'order-item-agrees-with-the-order',
      'listed-order-is-never-completed',
      'The list is read from a table that has no time of completion.',
      (item) => changeAt(item, 'dates.completed_at', () => null),
    ),
    deep: 'only for a delivered order',
  },
  {
    ...listed(
      'order-item-agrees-with-the-order',
      'listed-certification-only-when-required',
      'The list shows a certification only where it is demanded.',
      (item) =>
        changeAt(item, 'order_type.appraiser_certification', (shown) => (shown === 'fha_optional' ? 'none' : shown)),
    ),
    deep: 'only for a product with an optional certification',
  },
  {
    id: 'listed-reference-as-created',
    breaks: 'list.order-item-agrees-with-the-order',
    bug: 'The table that the list is read from keeps the reference of the creation.',
    deep: 'only for an order whose reference was amended',
    apply: ({ present }) => {
      const { order, listItem } = present
      const first = new Map<unknown, unknown>()
      present.order = function noting(...given) {
        const wire = order.apply(this, given)
        if (!first.has(wire['id'])) first.set(wire['id'], wire['lender_reference'])
        return wire
      }
      present.listItem = function asCreated(...given) {
        const item = listItem.apply(this, given)
        return first.has(item['id']) ? { ...item, lender_reference: first.get(item['id']) } : item
      }
    },
  },
  {
    ...decided(
      'lender-reference-filter-finds-the-orders',
      'reference-filter-decoded-twice',
      'The query is decoded by the framework and then again.',
      found((find, filter) => {
        const { lender_reference: reference } = filter
        if (typeof reference !== 'string') return find(filter)
        return find({ ...filter, lender_reference: decodeURIComponent(reference.replaceAll('+', ' ')) })
      }),
    ),
    deep: 'only for a reference with signs that are encoded in a query',
  },
  {
    ...paged(
      'listOrderTypes',
      'total-counts-every-matching-item',
      'total-of-products-of-both-formats',
      'The products are counted before the filter by format.',
      (list) => {
        const formats = new Set(list.data.map(({ report_format: format }) => format))
        if (formats.size === 1) list.total += 1
      },
    ),
    deep: 'only under the filter by report format',
  },
]

// Permitted readings of the freedoms of the area list.
import { instead, replace, skip, wrap } from '../operators/index.ts'
import type { Order } from '../../domain/records.ts'
import type { OrderFilter } from '../../store/store.ts'
import { byText } from '../../store/compare.ts'
import type { ChildList, lists as listsOf, OrderCut } from '../lists.ts'
import type { AreaReadings, Ground, ReadingPatch } from './reading.ts'

type Lists = ReturnType<typeof listsOf>
type Dated = { id: string; created_at: number }

/** The lists of the catalog have a behaviour of their own. */
const everywhere =
  (take: (lists: Lists) => void): ReadingPatch =>
  ({ behaviour: { catalog, lists } }) => {
    take(lists)
    take(catalog.lists)
  }

/** Pages of an account's orders, made of all that the filter finds. */
const fromAll = (
  widen: (filter: OrderFilter) => OrderFilter,
  choose: (rows: Order[], filter: OrderFilter) => Order[],
): ReadingPatch =>
  instead('lists.orders', (usual, store, account, filter, cut: OrderCut) => {
    const found = usual(store, account, widen(filter), {
      ...cut,
      offset: 0,
      limit: Number.MAX_SAFE_INTEGER,
    })
    const rows = choose(found.rows, filter)
    return { rows: rows.slice(cut.offset, cut.offset + cut.limit), total: rows.length }
  })

/** The instant as answers show it, which may be coarser than the one that is kept. */
type Shown = (at: number) => number
type Compare = (shown: Shown) => (one: Dated, other: Dated) => number

const shownBy =
  ({ behaviour: { present } }: Ground): Shown =>
  (at) =>
    Date.parse(present.timestamp(at))

const newestFirstIdsUp: Compare = (shown) => (one, other) =>
  shown(other.created_at) - shown(one.created_at) || byText(one.id, other.id)

const arranged =
  (which: readonly ChildList[], compare: Compare): ReadingPatch =>
  (ground) => {
    const { lists } = ground.behaviour
    const { arrange } = lists
    lists.arrange = (list, rows) => {
      const usual = arrange.call(lists, list, rows) as typeof rows
      return which.includes(list) ? usual.toSorted(compare(shownBy(ground))) : usual
    }
  }

const idsUp: ReadingPatch = (ground) => {
  fromAll(
    (filter) => filter,
    (rows) => rows.toSorted(newestFirstIdsUp(shownBy(ground))),
  )(ground)
  arranged(['documents', 'revisions'], newestFirstIdsUp)(ground)
}

/** Milliseconds of the real clock until lists show a new order. */
const lag = 1_200

const shortlyAfter: ReadingPatch = (ground) => {
  const { creation } = ground.behaviour
  const { orderId } = creation
  const placed = new Map<string, number>()
  creation.orderId = (next) => {
    const id = orderId.call(creation, next)
    placed.set(id, performance.now())
    return id
  }
  const isShown = ({ id }: Order): boolean => {
    const at = placed.get(id)
    if (at === undefined) return true
    if (performance.now() - at < lag) return false
    return placed.delete(id)
  }
  fromAll(
    (filter) => filter,
    (rows) => rows.filter(isShown),
  )(ground)
}

const outOfRange = (
  fits: (name: string, text: string) => boolean,
  instead: (lists: Lists, text: string, min: number, max: number, name: string) => number,
): ReadingPatch =>
  replace(
    'lists.outOfRange',
    function (name, text, min, max) {
      return instead(this, text, min, max, name)
    },
    (name, text) => fits(name, text),
  )

const unreadable = (lists: Lists, text: string, min: number, max: number, name: string): number => {
  throw lists.unreadable(name, text, `must be from ${min} to ${max}`)
}
const nearest = (_lists: Lists, text: string, min: number, max: number): number =>
  Math.min(max, Math.max(min, Number(text)))

const isPage = (name: string, text: string): boolean => name === 'page' && Number(text) < 1
const isSize = (name: string): boolean => name === 'per_page'

const folded = (text: string | null): string | null => text && text.toLowerCase()
const sameText = (asked: string | undefined, kept: string | null): boolean =>
  asked === undefined || folded(asked) === folded(kept)

const anyCase = fromAll(
  ({ order_number: _number, lender_reference: _reference, ...filter }) => filter,
  (rows, { order_number, lender_reference }) =>
    rows.filter((row) => sameText(order_number, row.order_number) && sameText(lender_reference, row.lender_reference)),
)

const instants = (change: (text: string, usual: number | null) => number | null): ReadingPatch =>
  wrap('lists.instant', (usual, text) => change(text, usual))

export const list: AreaReadings = {
  'list.new-order-visibility': { 'shortly-after': shortlyAfter },
  'list.tie-break': { ascending: idsUp },
  'list.messages-tie-break': {
    'by-id': arranged(
      ['messages'],
      (shown) => (one, other) => shown(one.created_at) - shown(other.created_at) || byText(one.id, other.id),
    ),
    unspecified: arranged(
      ['messages'],
      (shown) => (one, other) => shown(one.created_at) - shown(other.created_at) || byText(other.id, one.id),
    ),
  },
  'list.page-out-of-range': {
    'status-400': outOfRange(isPage, unreadable),
    clamped: outOfRange(isPage, nearest),
  },
  'list.per-page-out-of-range': {
    'status-400': outOfRange(isSize, unreadable),
    clamped: outOfRange(isSize, nearest),
  },
  'list.paging-not-a-number': {
    'status-422': replace('lists.notANumber', function (name, text) {
      throw this.unusable(name, text, 'must be a whole number')
    }),
    'default-used': replace('lists.notANumber', (_name, _text, fallback) => fallback),
  },
  'list.page-past-end-number': {
    'last-page': everywhere((lists) => {
      const { envelope } = lists
      lists.envelope = function (data, paging, total) {
        const last = Math.max(1, Math.ceil(total / paging.per_page))
        return envelope.call(this, data, { ...paging, page: Math.min(paging.page, last) }, total)
      }
    }),
  },
  'list.total-pages-when-empty': {
    one: everywhere((lists) => {
      const { envelope } = lists
      lists.envelope = function (data, paging, total) {
        const body = envelope.call(this, data, paging, total)
        return total === 0 ? { ...body, total_pages: 1 } : body
      }
    }),
  },
  'list.unknown-status-filter': {
    'status-400': replace('lists.checkUnknownStatus', function (code) {
      throw this.unreadable('status', code, 'must be status codes, comma separated')
    }),
    'matches-nothing': skip('lists.checkUnknownStatus'),
  },
  'list.status-list-spaces': {
    'part-of-code': replace('lists.statusCodes', (text) => text.split(',')),
  },
  'list.bad-updated-since': {
    'status-400': replace('lists.badInstant', function (name, text) {
      throw this.unreadable(name, text, 'must be a date and time with its offset')
    }),
    // A date and time in another form is the question of another freedom.
    ignored: replace('lists.badInstant', function (name, text) {
      if (Number.isNaN(Date.parse(text))) return undefined
      throw this.unusable(name, text, 'must be a date and time with its offset')
    }),
  },
  'list.updated-since-forms': {
    'utc-only': instants((text, usual) => (/(Z|[+-]00:00)$/i.test(text) ? usual : null)),
    lenient: instants((text, usual) => {
      if (usual !== null) return usual
      if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Date.parse(text)
      return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/i.test(text) ? Date.parse(`${text}Z`) : null
    }),
  },
  'list.text-filter-case': { 'case-insensitive': anyCase },
}

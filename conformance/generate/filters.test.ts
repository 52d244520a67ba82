// Filters and pages: what must be listed, what must not, in which order, and every order once.
import t from 'tap'
import { rules } from '../contract/contract.ts'
import { expectedUnder, filterQuery, tellableFilters, type KnownOrder } from './filters.ts'
import { instantKey, orderingFaults, pageFaults, pageSizes, pagesFor } from './list-order.ts'

const order = (id: string, more: Partial<KnownOrder> = {}): KnownOrder => ({
  id,
  order_number: `26-${id}`,
  lender_reference: null,
  status: 'new',
  updated_at: '2026-11-13T10:00:00.000Z',
  ...more,
})

const known = [
  order('ord_1', { status: 'on_hold', lender_reference: 'Run-1' }),
  order('ord_2', { lender_reference: 'run-1', updated_at: '2026-11-13T10:00:05.250Z' }),
  order('ord_3', { lender_reference: 'Run-12', updated_at: '2026-11-13T10:00:05.900Z' }),
  order('ord_4', { status: 'cancelled', lender_reference: 'other', updated_at: '2026-11-13T10:00:09Z' }),
]
const includes = (filter: Parameters<typeof expectedUnder>[0]) =>
  expectedUnder(filter, known).includes.map(({ ids }) => ids)
const excludes = (filter: Parameters<typeof expectedUnder>[0]) =>
  expectedUnder(filter, known).excludes.map(({ ids }) => ids)

t.test('a status filter lists all of its status and nothing else', async (t) => {
  t.strictSame(includes({ status: ['new'] }), [['ord_2', 'ord_3']])
  t.strictSame(excludes({ status: ['new'] }), [['ord_1', 'ord_4']])
  t.strictSame(includes({ status: ['on_hold', 'cancelled'] }), [['ord_1', 'ord_4']])
  t.strictSame(excludes({ status: ['on_hold', 'cancelled'] }), [['ord_2', 'ord_3']])
  t.strictSame(filterQuery({ status: ['on_hold', 'cancelled'] }), { status: 'on_hold,cancelled' })
})

t.test('updated_since binds from the instant on, and excludes only whole seconds before it', async (t) => {
  const filter = { updated_since: '2026-11-13T10:00:05.500Z' }
  t.strictSame(includes(filter), [['ord_3', 'ord_4'], []])
  t.strictSame(excludes(filter), [['ord_1']], 'the order of the same second may come or not')
  const exact = expectedUnder({ updated_since: '2026-11-13T10:00:05.25+00:00' }, known)
  t.match(exact.includes[1], { rule: 'list.updated-since-includes-the-instant-itself', ids: ['ord_2'] })
})

t.test('a text filter finds the exact text; what begins with it in any case may come', async (t) => {
  t.strictSame(includes({ lender_reference: 'Run-1' }), [['ord_1']])
  t.strictSame(excludes({ lender_reference: 'Run-1' }), [['ord_4']])
  t.strictSame(includes({ order_number: '26-ord_4' }), [['ord_4']])
  t.strictSame(excludes({ order_number: '26-ord_4' }), [['ord_1', 'ord_2', 'ord_3']])
})

t.test('several filters exclude what any of them excludes and promise nothing', async (t) => {
  const filter = { status: ['new'], lender_reference: 'Run-1' }
  t.strictSame(includes(filter), [])
  t.strictSame(excludes(filter).flat().toSorted(), ['ord_1', 'ord_4', 'ord_4'])
  t.strictSame(includes({}), [['ord_1', 'ord_2', 'ord_3', 'ord_4']])
  t.strictSame(excludes({}), [])
})

t.test('telling filters are single, and each kind is among them', async (t) => {
  const filters = tellableFilters(known)
  t.equal(new Set(filters.map((filter) => JSON.stringify(filter))).size, filters.length)
  const kinds = new Set(filters.map((filter) => Object.keys(filter).join()))
  for (const kind of ['', 'status', 'updated_since', 'order_number', 'lender_reference']) t.ok(kinds.has(kind), kind)
  t.ok(filters.some(({ status }) => status?.length === 2))
  t.strictSame(tellableFilters([]), [{}])
})

t.test('instants sort by time whatever their fraction and offset', async (t) => {
  const written = [
    '2026-11-13T10:00:05Z',
    '2026-11-13T10:00:05.1Z',
    '2026-11-13T10:00:05.123456+00:00',
    '2026-11-13T10:00:06+00:00',
  ]
  t.strictSame(written.map(instantKey), written.map(instantKey).toSorted())
  t.equal(instantKey('2026-11-13T10:00:05Z'), instantKey('2026-11-13T10:00:05.000+00:00'))
})

const listed = (id: string, created_at: string) => ({ id, dates: { created_at } })

t.test('the newest stands first, and ids break a tie in one direction', async (t) => {
  const early = '2026-11-13T10:00:05.1Z'
  const late = '2026-11-13T10:00:05.123456Z'
  t.strictSame(orderingFaults([listed('a', late), listed('z', early)]), [])
  t.match(orderingFaults([listed('a', early), listed('b', late)]), [
    { rule: 'list.orders-newest-first', ids: ['a', 'b'] },
  ])
  t.strictSame(orderingFaults([listed('a', late), listed('b', late), listed('c', late)]), [], 'ascending')
  t.strictSame(orderingFaults([listed('c', late), listed('b', late), listed('a', late)]), [], 'descending')
  t.match(orderingFaults([listed('b', late), listed('a', late), listed('d', early), listed('e', early)]), [
    { rule: 'list.orders-of-equal-age-sorted-by-id', ids: ['d', 'e'] },
  ])
})

const walk = (ids: string[], perPage: number) =>
  Array.from({ length: pagesFor(ids.length, perPage) }, (_, index) => ({
    data: ids.slice(index * perPage, (index + 1) * perPage).map((id) => ({ id })),
    page: index + 1,
    per_page: perPage,
    total: ids.length,
    total_pages: pagesFor(ids.length, perPage),
  }))

t.test('pages that hold every order once have no fault, at any size', async (t) => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const size of pageSizes(ids.length, 100)) t.strictSame(pageFaults(walk(ids, size), ids, size), [], `by ${size}`)
})

t.test('each way a walk goes wrong is named by its rule', async (t) => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const faulty = (change: (pages: ReturnType<typeof walk>) => void): string[] => {
    const pages = walk(ids, 2)
    change(pages)
    return [...new Set(pageFaults(pages, ids, 2).map(({ rule }) => rule))]
  }
  t.strictSame(
    faulty((pages) => void (pages[1]!.data[0] = { id: 'b' })),
    ['list.pages-hold-every-item-once'],
  )
  t.strictSame(
    faulty((pages) => void pages[2]!.data.pop()),
    ['list.pages-hold-every-item-once'],
  )
  t.strictSame(
    faulty((pages) => void (pages[0]!.page = 0)),
    ['list.page-reports-the-page-asked-for'],
  )
  t.strictSame(
    faulty((pages) => void (pages[2]!.per_page = 1)),
    ['list.per-page-reports-the-size-asked-for'],
  )
  t.strictSame(
    faulty((pages) => void (pages[0]!.total = 2)),
    ['list.total-counts-every-matching-item'],
  )
  t.strictSame(
    faulty((pages) => void (pages[0]!.total_pages = 2)),
    ['list.total-pages-follows-from-total'],
  )
  t.strictSame(
    faulty((pages) => void pages[0]!.data.push(pages[2]!.data.pop()!)),
    ['list.page-holds-at-most-per-page-items'],
  )
  t.strictSame(pageFaults([{ data: [], page: 1, per_page: 25, total: 0, total_pages: 1 }], [], 25), [], 'an empty list')
})

t.test('page sizes stay within the requests given, the telling ones first', async (t) => {
  t.strictSame(pageSizes(7, 1), [100])
  t.strictSame(pageSizes(7, 8), [100, 1])
  const sizes = pageSizes(7, 100)
  t.strictSame(sizes, [100, 1, 6, 7, 8, 2, 25, 3])
  t.ok(pageSizes(1, 100).every((size) => size >= 1 && size <= 100))
})

t.test('every rule named is a service rule', async (t) => {
  const named = [
    ...tellableFilters(known).flatMap((filter) => {
      const { includes, excludes } = expectedUnder(filter, known)
      return [...includes, ...excludes].map(({ rule }) => rule)
    }),
    'list.orders-newest-first',
    'list.orders-of-equal-age-sorted-by-id',
    'list.page-reports-the-page-asked-for',
    'list.per-page-reports-the-size-asked-for',
    'list.total-counts-every-matching-item',
    'list.total-pages-follows-from-total',
    'list.page-holds-at-most-per-page-items',
    'list.pages-hold-every-item-once',
  ]
  for (const rule of new Set(named)) t.equal(rules().get(rule)?.party, 'service', rule)
})

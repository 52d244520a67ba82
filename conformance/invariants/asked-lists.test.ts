// Shows that a list is held against its query, and that what is odd in a query is not.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { askedLists } from './asked-lists.ts'
import { createMemory } from './invariant.ts'

const found = (operation: string, query: string, body: object): string[] =>
  askedLists
    .assert(exchangeOf({ operation, url: `https://target.test/v1/list${query}`, body }), createMemory(createSecrets()))
    .flatMap(({ passed, rule, pointer }) => (passed ? [] : [`${rule} ${pointer}`]))

const order = (lender_reference: string, updated_at = '2026-03-01T10:00:00Z') => ({
  id: 'ord_1',
  order_number: 'N-1',
  lender_reference,
  dates: { updated_at },
})
const orders = (query: string, entry = order('A-1'), envelope = {}) =>
  found('listOrders', query, { data: [entry], page: 1, per_page: 25, total: 1, total_pages: 1, ...envelope })

t.test('what a filter leaves out is found, whatever else was asked for', async (t) => {
  t.strictSame(orders('?lender_reference=A-1&order_number=N-1'), [])
  t.strictSame(orders('?lender_reference=A-2&order_number=N-1&page=1'), [
    'list.lender-reference-filter-excludes-others /data/0/lender_reference',
  ])
  t.strictSame(orders('?status=new&order_number=N-2'), [
    'list.order-number-filter-excludes-others /data/0/order_number',
  ])
  t.strictSame(orders('?updated_since=2026-03-01T10%3A00%3A00.500Z'), [], 'inclusive to the second')
  t.strictSame(orders('?updated_since=2026-03-01T15%3A00%3A00%2B05%3A00'), [])
  t.strictSame(orders('?updated_since=2026-03-01T10%3A00%3A01Z'), [
    'list.updated-since-excludes-earlier-changes /data/0/dates/updated_at',
  ])
  const events = (query: string) =>
    found('listEvents', query, { data: [{ id: 'evt_5', type: 'order.created', order_id: 'ord_1' }], next_cursor: null })
  t.strictSame(events('?type=order.created&order_id=ord_1&after=evt_4'), [])
  t.strictSame(events('?type=order.on_hold&order_id=ord_2&after=evt_5'), [
    'feed.type-filter /data/0/type',
    'feed.order-id-filter /data/0/order_id',
  ])
})

t.test('the page and its size are those asked for, or the usual ones', async (t) => {
  t.strictSame(orders('', order('A'), { page: 2, per_page: 50 }), [
    'list.page-defaults-to-the-first /page',
    'list.per-page-defaults-to-25 /per_page',
  ])
  t.strictSame(orders('?page=2&per_page=10', order('A'), { page: 1, per_page: 25 }), [
    'list.page-reports-the-page-asked-for /page',
    'list.per-page-reports-the-size-asked-for /per_page',
  ])
})

t.test('letter case, and what is odd, twice or out of range, say nothing', async (t) => {
  t.strictSame(orders('?lender_reference=a-1'), [])
  for (const query of [
    '?lender_reference=',
    '?lender_reference=A-2%20',
    '?lender_reference=A-2&lender_reference=A-1',
    '?updated_since=2027-01-01',
    '?per_page=500&page=abc',
  ])
    t.strictSame(orders(query), [], query)
  const created = { data: [{ id: 'evt_5', type: 'order.created' }], next_cursor: null }
  t.strictSame(found('listEvents', '?type=order.created,order.on_hold', created), [], 'a list of types')
  const past = { data: [], page: 1, per_page: 25, total: 0, total_pages: 0 }
  t.strictSame(found('listDocuments', '?page=9', past), [], 'a page past the end')
  // What an id does that no event has is open.
  t.strictSame(found('listEvents', '?after=evt_5', { data: [{ id: 'evt_1' }], next_cursor: null }), [])
  t.strictSame(found('listEvents', '?after=soon', { data: [{ id: 'evt_1' }], next_cursor: null }), [])
})

// Calls that nothing names: an order for a list of orders, and what was refused on an order before its state was wrong.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import { furtherCalls } from './further-calls.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const exchange = (id: string, operation: string, path: string, status: number): RecordedExchange =>
  recordedExchange({
    id,
    source: 'a.check',
    operation,
    method: operation.startsWith('list') || operation.startsWith('get') ? 'GET' : 'POST',
    path,
    status,
  })

const finding = (kind: Finding['kind'] & string): Finding => ({
  rule: 'a.rule',
  check: 'a.check',
  kind,
  expected: 'new',
  received: 'on_hold',
  pointer: '/status',
  requests: [],
})

const earlier = [
  exchange('x1', 'createOrder', '/orders', 422),
  exchange('x2', 'createOrder', '/orders', 201),
  exchange('x3', 'holdOrder', '/orders/ord_1/hold', 200),
  exchange('x4', 'holdOrder', '/orders/ord_1/hold', 409),
  exchange('x5', 'holdOrder', '/orders/ord_2/hold', 409),
]

t.test('an order for a list of orders', async (t) => {
  const list = exchange('x9', 'listOrders', '/orders?per_page=5', 200)
  t.strictSame(furtherCalls(finding('missing_field'), list, earlier), ['x2'])
  t.strictSame(furtherCalls(finding('missing_field'), list, []), [])
})

t.test('the orders of a list that the run made, and what was done to them', async (t) => {
  const made = (id: string, order: string) => ({
    ...exchange(id, 'createOrder', '/orders', 201),
    response: recordedExchange({ answer: { id: order } }).response,
  })
  const list = recordedExchange({ id: 'x9', operation: 'listOrders', answer: { data: [{ id: 'ord_1' }] } })
  const orders = [made('x1', 'ord_1'), made('x2', 'ord_2'), made('x3', 'ord_3')]
  const done = [...orders, ...earlier.slice(2), exchange('x6', 'holdOrder', '/orders/ord_2/hold', 200)]
  t.same(furtherCalls(finding('wrong_order'), list, done), ['x3', 'x1', 'x3'], 'x3 of the hold, too')
})

t.test('the orders that a list should show, and what was done to them', async (t) => {
  const made = { ...earlier[1]!, response: recordedExchange({ answer: { id: 'ord_1' } }).response }
  const others = [made, ...earlier.slice(2), exchange('x6', 'createOrder', '/orders', 201)]
  const list = exchange('x9', 'listOrders', '/orders?status=on_hold', 200)
  const lacking = { ...finding('missing_entry'), expected: 'includes ord_1' }
  t.same(furtherCalls(lacking, list, others), ['x6', 'x2', 'x3'])
  t.same(furtherCalls({ ...lacking, expected: 'present' }, list, others), ['x6'])
})

t.test('what was refused on the order', async (t) => {
  const read = exchange('x9', 'getOrder', '/orders/ord_1', 200)
  t.strictSame(furtherCalls(finding('wrong_value'), read, earlier), ['x4'])
  t.strictSame(furtherCalls(finding('missing_field'), read, earlier), [], 'a field is missing whatever was refused')
  const feed = exchange('x9', 'listEvents', '/events?order_id=ord_1', 200)
  t.strictSame(furtherCalls(finding('unexpected_event'), feed, earlier), ['x4'], 'it may have raised an event')
})

const read = exchange('r1', 'getDocument', '/orders/ord_1/documents/doc_1', 200)
const another = exchange('r2', 'getDocument', '/orders/ord_1/documents/doc_2', 200)
const download = exchange('r3', 'getDownload', '/download/doc_1?expires=1&signature=a', 403)
t.same(furtherCalls(finding('wrong_outcome'), download, [read, another]), ['r1'], 'reads that gave links to the same')
const many = Array.from({ length: 9 }, (_, nth) => ({ ...read, id: `r${nth}` }))
t.same(
  furtherCalls(finding('wrong_outcome'), download, many),
  ['r3', 'r4', 'r5', 'r6', 'r7', 'r8'],
  'the last ones, as each is tried',
)

t.test('what was set by another client before a webhook was read', async (t) => {
  const read = exchange('x9', 'getWebhook', '/webhook', 200)
  const set = exchange('x1', 'setWebhook', '/webhook', 200)
  const others = [
    { ...set, id: 'x2', role: 'production' },
    { ...set, id: 'x3', role: 'production', source: 'another' },
  ]
  t.strictSame(furtherCalls(finding('wrong_outcome'), read, [set, ...others]), ['x2'])
})

t.test('another order that a feed of one order showed', async (t) => {
  const made = (id: string, order: string) => ({
    ...exchange(id, 'createOrder', '/orders', 201),
    response: recordedExchange({ status: 201, answer: { id: order } }).response,
  })
  const orders = [made('x1', 'ord_1'), made('x2', 'ord_2'), made('x3', 'ord_3')]
  const data = [{ order_id: 'ord_1' }, { order_id: 'ord_2' }]
  const feed = recordedExchange({ id: 'x9', operation: 'listEvents', path: '/events?order_id=ord_1', answer: { data } })
  t.same(furtherCalls(finding('wrong_value'), feed, orders), ['x2'])
  t.same(furtherCalls(finding('wrong_value'), { ...feed, operation: 'listMessages' }, orders), [])
})

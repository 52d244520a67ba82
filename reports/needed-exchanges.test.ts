// What must be sent again to show a finding: what made its ids, what moved its order, and what used its key before.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import { neededFor, placeOfId, withPlainIds } from './needed-exchanges.ts'
import type { RecordedExchange } from './run-record.ts'

type Sent = { id: string; operation: string; path: string; answer?: string; key?: string; status?: number }

const exchange = ({ key, status = 201, answer = '{}', ...sent }: Sent): RecordedExchange =>
  recordedExchange({
    ...sent,
    method: sent.operation.startsWith('get') ? 'GET' : 'POST',
    headers: key === undefined ? [] : [['Idempotency-Key', key]],
    status,
    answer,
  })

const order = '{"id":"ord_00000001"}'
const exchanges = [
  exchange({ id: 'x1', operation: 'createOrder', path: '/orders', answer: '{"id":"ord_00000002"}', key: 'a' }),
  exchange({ id: 'x2', operation: 'createOrder', path: '/orders', answer: order, key: 'b' }),
  exchange({ id: 'x3', operation: 'holdOrder', path: '/orders/ord_00000001/hold', status: 409 }),
  exchange({ id: 'x4', operation: 'advanceOrder', path: '/orders/ord_00000001/advance' }),
  exchange({ id: 'x5', operation: 'getOrder', path: '/orders/ord_00000001' }),
  exchange({ id: 'w1', operation: 'setWebhook', path: '/webhook', status: 200 }),
  exchange({ id: 'w2', operation: 'setWebhook', path: '/webhook', status: 200 }),
  exchange({ id: 'w3', operation: 'getWebhook', path: '/webhook', status: 200 }),
  exchange({ id: 'x6', operation: 'createOrder', path: '/orders', answer: order, key: 'b' }),
]

const idsFor = (...requests: string[]): string[] => neededFor({ requests }, exchanges).map(({ id }) => id)

t.test('the create of an order and its moves, and nothing that was refused or is of another', (t) => {
  t.strictSame(idsFor('x5'), ['x2', 'x4', 'x5'])
  t.end()
})

t.test('a create comes with those that used its key before', (t) => {
  t.strictSame(idsFor('x6'), ['x2', 'x6'])
  t.strictSame(idsFor('x1'), ['x1'])
  t.end()
})

t.test('a read of the webhook comes with the last write of it, and with those that it kept a part of', (t) => {
  t.strictSame(idsFor('w3'), ['w1', 'w2', 'w3'])
  const body = { text: '{"url":1,"secret":1,"events":1,"enabled":1}', bytes: 9, sha256: '', cut: false }
  const whole = exchanges.map((one) => (one.id === 'w2' ? { ...one, request: { ...one.request, body } } : one))
  t.strictSame(
    neededFor({ requests: ['w3'] }, whole).map(({ id }) => id),
    ['w2', 'w3'],
  )
  t.end()
})

t.test('an id is known by its prefix and its place, however a run wrote its first letter', (t) => {
  const plain = (path: string): string => withPlainIds(exchange({ id: 'x7', operation: 'getOrder', path })).request.url
  t.equal(plain('/orders/%6frd_00000001'), 'https://x.example.com/v1/orders/ord_00000001')
  t.equal(plain('/events?order_id=%6Frd_00000001'), 'https://x.example.com/v1/events?order_id=ord_00000001')
  t.equal(
    plain('/orders?lender_reference=%61ssay-d16b3481-00002'),
    'https://x.example.com/v1/orders?lender_reference=assay-d16b3481-00002',
  )
  t.equal(plain('/orders/a%6frd_1'), 'https://x.example.com/v1/orders/a%6frd_1')
  t.strictSame(placeOfId('ord_2', '{"id":"ord_1","of":"doc_1","at":"ord_2"}'), { prefix: 'ord_', nth: 1 })
  t.end()
})

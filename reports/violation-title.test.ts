// A violation is named by what is wrong, in words that need no knowledge of the rule.
import t from 'tap'
import type { Finding, RecordedExchange } from './run-record.ts'
import { violationTitle, type Sent } from './violation-title.ts'

const hold: RecordedExchange = {
  id: 'x7',
  source: 'c',
  operation: 'holdOrder',
  role: 'main',
  environment: 'sandbox',
  request: { method: 'POST', url: 'https://x.example.com/v1/orders/ord_01ABCDEFGH/hold?a=1', headers: [], body: null },
  response: null,
  failure: null,
  started_at: '2026-03-02T15:04:05.000Z',
  ms: 1,
}
const list = {
  ...hold,
  id: 'x8',
  request: { ...hold.request, method: 'GET', url: 'https://x.example.com/v1/orders?page=2' },
}
const traffic: Sent = {
  exchanges: new Map([
    ['x7', hold],
    ['x8', list],
  ]),
}

const title = (given: Partial<Finding>) =>
  violationTitle(
    { rule: 'r', check: 'c', expected: null, received: null, pointer: null, requests: ['x7'], ...given },
    traffic,
  )

t.test('a field, a header, a status', async (t) => {
  const missing = { pointer: '/data/0/status/changed_at', received: 'no such field' }
  t.equal(title(missing), '`data[].status.changed_at` is missing')
  t.equal(title({ pointer: 'header:Retry-After', received: 'none' }), 'Header `Retry-After` is missing')
  t.equal(
    title({ pointer: '/fee', expected: '1.00', received: '2.00' }),
    '`fee` is wrong: expected 1.00, received 2.00',
  )
  t.equal(title({ pointer: '/fee', expected: 'x'.repeat(60), received: '2' }), '`fee` is wrong')
  t.equal(
    title({ pointer: 'status', expected: 'refused with 409 (hold on o3)', received: 'answered 200' }),
    '`POST /orders/{id}/hold`: expected 409, received 200',
  )
})

t.test('where the finding has no place, its values are the title, or else the rule itself', async (t) => {
  t.equal(title({ expected: '300 s', received: '120 s' }), '`r`: expected 300 s, received 120 s')
  t.equal(title({ expected: 'x'.repeat(60), received: 'b' }), null)
  t.equal(title({ pointer: 'status', expected: 'a refusal', received: 'another' }), null)
  t.equal(title({ pointer: '/a`b' }), null, 'no name of a target ends the quoting')
})

t.test('an operation that is not there is named as not served', async (t) => {
  const refused = { pointer: 'status', expected: 200, received: 404 }
  t.equal(title({ ...refused, requests: ['x8'] }), '`GET /orders` is not served (404)')
  t.match(title(refused), 'expected 200, received 404', 'an order may be missing, and the operation there')
})

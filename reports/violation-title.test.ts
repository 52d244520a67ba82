// A violation is named by what is wrong, in words that need no knowledge of the rule.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import type { Finding, RecordedDelivery } from './run-record.ts'
import { violationTitle, type Sent } from './violation-title.ts'

const hold = recordedExchange({
  id: 'x7',
  operation: 'holdOrder',
  method: 'POST',
  path: '/orders/ord_01ABCDEFGH/hold?a=1',
  status: null,
})
const list = {
  ...hold,
  id: 'x8',
  request: { ...hold.request, method: 'GET', url: 'https://x.example.com/v1/orders?page=2' },
}
const webhook: RecordedDelivery = {
  id: 'd1',
  received_at: '2026-03-02T15:04:05.000Z',
  method: 'POST',
  path: '/',
  headers: [['X-Service-Event-Type', 'order.created']],
  body: null,
  fault: null,
  answer: 'accepted',
}
const traffic: Sent = {
  exchanges: new Map([
    ['x7', hold],
    ['x8', list],
  ]),
  deliveries: new Map([['d1', webhook]]),
}

const title = (given: Partial<Finding>) =>
  violationTitle(
    { rule: 'r', check: 'c', expected: null, received: null, pointer: null, requests: ['x7'], ...given },
    traffic,
  )

t.test('a body that cannot be read names its request', async (t) => {
  const html = { kind: 'unreadable_body', expected: 'JSON', received: '<html>Error</html>' } as const
  t.equal(title(html), 'Body of `POST /orders/{id}/hold`: expected JSON, received <html>Error</html>')
})

t.test('what a receiver answered to a delivery that it must refuse is its status', async (t) => {
  const answered = { rule: 'delivery.receiver-rejects-a-stale-t', received: '204, to a delivery whose t is 360 s old' }
  t.equal(
    title({ ...answered, expected: 'a refusal: 401, or another status outside 2xx' }),
    'receiver rejects a stale t: expected a refusal, received 204',
  )
  t.match(title({ ...answered, expected: 401 }), /: expected 401, received 204$/)
})

t.test('a field, a header, a status', async (t) => {
  const missing = { pointer: '/data/0/status/changed_at', expected: 'present', received: 'absent' }
  t.equal(title(missing), '`data[].status.changed_at` is missing')
  t.equal(title({ ...missing, received: undefined }), '`data[].status.changed_at` is missing')
  t.equal(
    title({ ...missing, expected: 'string', received: null }),
    '`data[].status.changed_at`: expected string, received null',
    'null is there',
  )
  t.equal(title({ pointer: '/at', expected: null, received: 't' }), '`at`: expected null, received t')
  t.equal(
    title({ pointer: 'header:Retry-After', expected: 'present', received: 'none' }),
    'Header `Retry-After` is missing',
  )
  t.equal(title({ pointer: '/fee', expected: '1.00', received: '2.00' }), '`fee`: expected "1.00", received "2.00"')
  t.equal(title({ pointer: '/fee', expected: '5', received: 5 }), '`fee`: expected "5", received 5', 'text and number')
  t.equal(title({ pointer: '/fee', expected: 'USD', received: '' }), '`fee`: expected USD, received ""')
  t.equal(
    title({ pointer: 'status', expected: 'refused with 409 (hold on o3)', received: 'answered 200' }),
    '`POST /orders/{id}/hold`: expected 409, received 200',
  )
  t.equal(
    title({ pointer: 'status', expected: 'one of 200, 201', received: 500 }),
    '`POST /orders/{id}/hold`: expected one of 200, 201, received 500',
    'no status is left out',
  )
})

t.test('where the finding has no place, the request is named', async (t) => {
  const values = { expected: '300 s', received: '120 s' }
  t.equal(title(values), '`POST /orders/{id}/hold`, r: expected 300 s, received 120 s')
  t.equal(title({ ...values, requests: ['x7', 'd1'] }), '`webhook order.created`, r: expected 300 s, received 120 s')
  t.equal(
    title({ ...values, rule: 'a.hold-lasts' }),
    '`POST /orders/{id}/hold`, hold lasts: expected 300 s, received 120 s',
  )
  const long = 'delivery.third-attempt-comes-after-five-minutes'
  t.equal(title({ ...values, rule: long }), 'third attempt comes after five minutes: expected 300 s, received 120 s')
  t.equal(title({ ...values, requests: [] }), 'r: expected 300 s, received 120 s')
  t.equal(title({ ...values, pointer: '' }), '`POST /orders/{id}/hold`: expected 300 s, received 120 s')
  t.equal(title({}), null, 'nor any value')
})

t.test('of two objects the first place in which they differ is named', async (t) => {
  const objects = { expected: { code: 'new', label: 'New' }, received: { code: 'on_hold' } }
  t.equal(title({ ...objects, pointer: '/status' }), '`status.code`: expected new, received on_hold')
  t.equal(title(objects), '`POST /orders/{id}/hold` `code`: expected new, received on_hold')
  t.equal(title({ expected: ['a', 'b'], received: ['a'] }), '`POST /orders/{id}/hold`, r: expected a, b, received a')
  t.equal(title({ expected: [], received: ['a'] }), '`POST /orders/{id}/hold`, r: expected none, received a')
  const many = Array.from({ length: 9 }, (_, at) => `ord_0000${at}`)
  t.equal(
    title({ expected: many, received: many.slice(1) }),
    '`POST /orders/{id}/hold`, r: expected ord_00000, received none such',
  )
  t.equal(
    title({ expected: many.slice(1), received: many }),
    '`POST /orders/{id}/hold`, r: expected none such, received ord_00000',
  )
  t.equal(title({ pointer: '', expected: { a: { b: 1 } }, received: { a: {} } }), '`a.b` is missing')
  t.equal(title({ pointer: '/ids', expected: ['a'], received: ['a', 'b'] }), '`ids`: expected a, received a, b')
})

t.test('a title has at most 90 characters, and shows where two long values differ', async (t) => {
  const long = (middle: string): string => `${'begin '.repeat(20)}${middle} ${'end '.repeat(20)}`
  const path = `/${'name/'.repeat(40)}last`
  for (const pointer of [null, '', '/fee', path, 'header:X-Something', 'status'])
    for (const [expected, received] of [
      [long('one'), long('two')],
      [long('one'), 'b'],
      ['a', long('two')],
      [{ all: long('one') }, 'b'],
    ]) {
      const text = title({ pointer, expected, received })!.replaceAll('`', '')
      t.ok(text.length <= 90, `${text.length}: ${text}`)
      t.match(text, /: expected .+, received ./)
    }
  t.match(
    title({ pointer: '/fee', expected: long('one'), received: long('two') }),
    /expected ….*one.*, received ….*two/,
  )
  t.notMatch(title({ pointer: '/fee', expected: '😀'.repeat(60), received: '😀'.repeat(61) }), /\p{Cs}/u)
  t.match(title({ pointer: '/fee', expected: 'a\nb', received: 'c' }), 'expected a\\nb, received c', 'on one line')
})

t.test('a title is readable alone', async (t) => {
  const key = { pointer: 'header:X-Service-Signature', requests: ['d1'], kind: 'bad_signature' as const }
  t.equal(
    title({ ...key, expected: 'HMAC-SHA256(secret, "t.body")', received: 'HMAC-SHA256(secret, "t:body")' }),
    'Signature of a delivery: received HMAC-SHA256(secret, "t:body")',
  )
  const entry = { expected: `includes ${JSON.stringify({ role: 'borrower', address: { city: 'Austin' } })}` }
  t.equal(
    title({ ...entry, pointer: '/borrowers', received: Array.from({ length: 9 }, () => ({ role: 'borrower' })) }),
    '`borrowers`: expected an entry {"role":"borrower","addr…city":"Austin"}}, received none such',
  )
  t.equal(
    title({ pointer: null, rule: 'a.order-stays', expected: { status: 422 }, received: { status: 201 } }),
    '`POST /orders/{id}/hold`: expected 422, received 201',
  )
})

t.test('no name or value of a target ends the quoting', async (t) => {
  t.equal(title({ pointer: '/a`b', expected: 'c`', received: 'd' }), '`aˋb`: expected cˋ, received d')
})

t.test('an operation that is not there is named as not served', async (t) => {
  const refused = { pointer: 'status', expected: 200, received: 404 }
  t.equal(title({ ...refused, requests: ['x8'] }), '`GET /orders` is not served (404)')
  t.match(title(refused), 'expected 200, received 404', 'an order may be missing, and the operation there')
})

t.test('an operation that is not served is named so, where an id in its path could be at fault too', async (t) => {
  const wrong = { pointer: 'status', expected: '2xx', received: 404 }
  t.equal(title(wrong), '`POST /orders/{id}/hold`: expected 2xx, received 404')
  t.equal(title({ ...wrong, kind: 'not_served' }), '`POST /orders/{id}/hold` is not served (404)')
  const either = { ...wrong, expected: 'one of 2xx, 400, 401', kind: 'not_served' as const }
  t.equal(title(either), '`POST /orders/{id}/hold` is not served (404)')
})

t.test('a create that was taken names what was wrong in it', async (t) => {
  const at = (path: string, status: unknown) => ({ violation: 'a.b', [path]: status })
  t.equal(
    title({
      requests: ['x8'],
      expected: at('without property.type', 'one of 400, 422'),
      received: at('without property.type', 201),
    }),
    '`GET /orders` `without property.type`: expected one of 400, 422, received 201',
  )
})

t.test('a text is not taken for a number or a boolean', async (t) => {
  t.equal(title({ pointer: '/size', expected: 'integer', received: '32' }), '`size`: expected integer, received "32"')
})

// What no script of a lender's requests does again is named, and nothing else is.
import t from 'tap'
import type { Finding, RecordedExchange } from './run-record.ts'
import { unscripted, type ActDone } from './unscripted.ts'

const exchange = (id: string, method: string, path: string, answer: object): RecordedExchange => ({
  id,
  source: 'a.check',
  operation: method === 'GET' ? 'getOrder' : 'createOrder',
  role: 'main',
  environment: 'sandbox',
  request: { method, url: `https://x.example.com/v1${path}`, headers: [], body: null },
  response: { status: 200, headers: [], body: { text: JSON.stringify(answer), bytes: 9, sha256: '', cut: false } },
  failure: null,
  started_at: '',
  ms: 1,
})

const made = exchange('x1', 'POST', '/orders', { id: 'ord_1' })
const other = exchange('x2', 'POST', '/orders', { id: 'ord_2' })
const early = exchange('x3', 'GET', '/orders/ord_1', { id: 'ord_1', status: 'off_hold' })
const read = exchange('x4', 'GET', '/orders/ord_1', { id: 'ord_1', status: 'new' })
const finding = {
  rule: 'a.rule',
  check: 'a.check',
  expected: 1,
  received: 2,
  pointer: '/a',
  requests: ['x4'],
} as Finding

const why = (acts: ActDone[], needed = [made, read], all = [made, other, read]): string | null =>
  unscripted(finding, read, needed, all, acts)

t.equal(why([]), null)
const place = 'POST /orders/ord_1/place'
t.match(why([{ after: 2, by: 'another', act: place }]), place, 'an act on an order of the script, whoever did it')
t.equal(why([{ after: 3, by: 'a.check', act: place }]), null, 'it came behind the answer')
t.equal(why([{ after: 2, by: 'a.check', act: 'POST /orders/ord_2/place' }]), null, 'it was on another order')
t.match(why([{ after: 1, by: 'a.check', act: 'POST /clock/advance' }]), 'clock')
t.equal(why([{ after: 0, by: 'a.check', act: 'POST /clock/advance' }]), null, 'it was before the first request')
t.equal(why([{ after: 2, by: 'another', act: 'POST /clock/advance' }]), null, 'for another check')
t.match(why([{ after: 0, by: 'a.check', act: 'POST /clients' }]), '/clients', 'what a credential is counts for all')
t.match(why([], [read]), 'no request here makes ord_1')
t.match(why([], [made, read], [made, early, read]), 'waited')
t.equal(
  unscripted(
    { ...finding, kind: 'server_error' },
    read,
    [made, read],
    [made, read],
    [{ after: 1, by: 'a', act: place }],
  ),
  null,
)

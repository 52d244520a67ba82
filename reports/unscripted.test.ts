// What no script of a lender's requests does again is named, and nothing else is.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import type { Finding, RecordedExchange } from './run-record.ts'
import { actsFor, withActs, type ActDone } from './company-acts.ts'
import { atOnce, isWaitedFor, unscripted, untried } from './unscripted.ts'

const exchange = (id: string, method: string, path: string, answer: object): RecordedExchange =>
  recordedExchange({
    id,
    source: 'a.check',
    operation: method === 'GET' ? 'getOrder' : 'createOrder',
    method,
    path,
    answer,
    started_at: '',
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
  unscripted(finding, withActs(needed, acts), withActs(all, acts))

t.equal(why([]), null)
const place = { by: 'a.check', act: 'POST /orders/ord_1/place' }
t.equal(why([{ after: 1, ...place, body: null, made: [] }]), null, 'a script does it again')
t.match(why([{ after: 1, ...place }]), 'POST /orders/ord_1/place', 'an older record does not say what was sent')
t.match(why([], [read]), 'no request here makes ord_1')
const list = exchange('x5', 'GET', '/orders', { data: [{ id: 'ord_1' }] })
t.equal(why([], [list, read], [made, list, read]), null, 'an answer gives it')
t.ok(isWaitedFor(read, [made, read], [made, early, read]))
t.notOk(isWaitedFor(read, [made, read], [made, other, read]))
t.equal(unscripted({ ...finding, kind: 'server_error' }, withActs([made, read], [{ after: 1, ...place }]), []), null)

const calls = [made, other, read]
const act = (after: number, by: string, path: string): ActDone => ({
  after,
  by,
  act: `POST ${path}`,
  body: {},
  made: [],
})
const own = (...acts: ActDone[]): string[] =>
  actsFor('a.check', [made, read], withActs(calls, acts)).map(({ request }) => request.url)
t.same(own(act(1, 'a.check', '/clock/advance')), ['control:/clock/advance'])
t.same(own(act(0, 'a.check', '/clock/advance')), [], 'before the first request')
t.same(own(act(3, 'a.check', '/clock/advance')), [], 'behind the answer')
t.same(own(act(1, 'another', '/clock/advance')), [], 'for another check')
t.same(own(act(0, 'a.check', '/clients')), ['control:/clients'], 'what a credential is counts for all')
t.same(own(act(1, 'a.check', '/orders/ord_2/place')), [], 'on another order')

t.equal(untried([made, read]), null)
t.match(untried([exchange('x6', 'GET', '/events?after=evt_7&per_page=100', { data: [] })]), 'behind evt_7')

const amended = (id: string, started_at: string, ms: number, source = 'a.check'): RecordedExchange =>
  recordedExchange({ id, source, operation: 'amendOrder', method: 'PATCH', path: '/orders/ord_1', started_at, ms })
const first = amended('x6', '2026-03-02T15:04:05.000Z', 40)
const during = '2026-03-02T15:04:05.010Z'
const ofFirst = { ...finding, requests: ['x6', 'x9'] }
t.match(atOnce(ofFirst, [first, amended('x7', during, 30)]), /PATCH .*ord_1 and another call were under way at once/)
t.equal(atOnce(ofFirst, [first, amended('x7', '2026-03-02T15:04:05.050Z', 30)]), null, 'one after the other')
t.equal(atOnce(ofFirst, [first, amended('x7', during, 30, 'another.check')]), null, 'of two checks')
t.equal(atOnce(finding, [first, amended('x7', during, 30)]), null, 'of neither is anything said')
t.equal(
  atOnce({ ...ofFirst, kind: 'server_error' }, [first, amended('x7', during, 30)]),
  null,
  'a failure is one in any case',
)

// What a script's own webhook receiver hears: of a test of the webhook, of an order, and of nothing that a script cannot bring about.
import { recordedBody, recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import { asHeard, heardEntry } from './heard-deliveries.ts'
import { hooksIn } from './hooks.ts'
import { hearsAll, isSpecimen, signatures } from './hearing.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { scriptModel } from './script-model.ts'
import { curlScript } from './curl-script.ts'

const exchange = (id: string, operation: string, url: string, sent: unknown, answer: unknown): RecordedExchange =>
  recordedExchange({ id, source: 'a.check', operation, method: sent === null ? 'GET' : 'POST', url, sent, answer })

const base = 'https://x.example.com/sandbox/v1'
const hook = 'https://127.0.0.1:9/assay/a1b2c3d4'
const set = { url: hook, enabled: true, events: ['*'], secret: '•••' }
const setting = exchange('x1', 'setWebhook', `${base}/webhook`, set, {})
const partial = exchange('x2', 'setWebhook', `${base}/webhook`, { url: hook, enabled: false }, {})
const sent = { type: 'order.created' }
const test = exchange('x3', 'testWebhook', `${base}/webhook/test`, sent, { event_id: 'evt_1', delivered: true })
const order = exchange('x4', 'createOrder', `${base}/orders`, { order_type_code: '1004' }, { id: 'ord_1' })
const record = { id: 'evt_2', type: 'order.created', data: { order_id: 'ord_1' } }
const feed = exchange('x5', 'listEvents', `${base}/events?after=evt_0`, null, { data: [record] })
const exchanges = [setting, partial, test, order, feed]

const delivery = (event: unknown, fault: RecordedDelivery['fault'] = null): RecordedDelivery => ({
  id: 'd1',
  received_at: '',
  method: 'POST',
  path: '/assay/a1b2c3d4',
  headers: [['X-Service-Event-Type', 'order.created']],
  body: recordedBody(event),
  fault,
  answer: '204',
})
const specimen = { id: 'evt_1', type: 'order.created', data: { order_id: 'ord_test_1' }, test: true }
const wrong = { fails: 'signature', why: 'another secret' }

const finding = (given: Partial<Finding>): Finding => ({
  rule: 'delivery.a-rule',
  check: 'invariant.one',
  expected: 'HMAC',
  received: 'another',
  pointer: 'header:X-Service-Signature',
  requests: ['d1'],
  ...given,
})

t.test('a wrong signature of a test of the webhook takes the setting, the test and the listener', (t) => {
  const deliveries = [delivery(specimen, wrong)]
  const model = scriptModel(finding({}), { exchanges, deliveries }, 'all')!
  t.strictSame(
    model.needed.map(({ id }) => id),
    ['x1', 'x3', 'd1'],
    'what says only a part of the webhook is left out',
  )
  t.match(model.verdict, { by: 'answer', asked: { at: '/data/type=specimen/signature', values: ['"valid"'] } })
  const script = curlScript(finding({}), { exchanges, deliveries }, { kept: new Set(['x1', 'x3', 'd1']) })
  t.match(script, /^heard\(\)/m)
  t.match(script, /"url":"'"\$HOOK"'"/, 'the webhook is set to the receiver of the script')
  t.notMatch(script, hook)
  t.equal(scriptModel(finding({}), { exchanges, deliveries }), null, 'what was not tried starts no receiver')
  t.end()
})

t.test('a header, and a value of the body', (t) => {
  const deliveries = [delivery(specimen)]
  const ofHeader = finding({ pointer: 'header:X-Service-Event-Id', expected: 'present', received: 'absent' })
  t.equal(asHeard(ofHeader, exchanges, deliveries)!.finding.pointer, '/data/type=specimen/headers/x-service-event-id')
  const ofBody = finding({ pointer: '/test', expected: true, received: false })
  t.equal(asHeard(ofBody, exchanges, deliveries)!.finding.pointer, '/data/type=specimen/body/test')
  t.end()
})

t.test('an event that the feed shows and no delivery', (t) => {
  const missing = finding({ kind: 'missing_event', expected: 'order.created evt_2', pointer: null, requests: ['x5'] })
  const { needed, judged, verdict } = scriptModel(missing, { exchanges }, 'all')!
  t.strictSame(
    needed.map(({ id }) => id),
    ['x1', 'x4', 'x5'],
  )
  t.equal(judged.request.url, 'listener:/ord_1/order.created')
  t.match(verdict, { asked: { at: '/data', form: 'includes', values: ['order.created'] } })
  t.end()
})

t.test('a test of the webhook after which nothing came', (t) => {
  const silence = finding({ expected: 'delivered', received: 'never delivered', pointer: null, requests: ['x3'] })
  const { needed, verdict } = scriptModel(silence, { exchanges }, 'all')!
  t.strictSame(
    needed.map(({ request }) => request.url),
    [setting.request.url, test.request.url, test.request.url, 'listener:/specimen//2'],
  )
  t.match(verdict, { asked: { form: 'at least times', values: ['specimen', '2'] } })
  const placed = { ...order, response: { ...order.response!, status: 201 } }
  const shown = scriptModel(silence, { exchanges: [setting, partial, test, placed] }, 'all')!
  t.strictSame(
    shown.needed.map(({ id }) => id),
    ['x1', 'x3', 'x4', 'x3 again', 'x3 heard'],
    'the event of an order shows that the receiver can be reached',
  )
  t.end()
})

t.test('an event that never came under a subscription to some types', (t) => {
  const resume = exchange('x6', 'resumeOrder', `${base}/orders/ord_1/resume`, {}, {})
  const later = exchange('x7', 'setWebhook', `${base}/webhook`, set, {})
  const silence = finding({
    expected: 'order.resumed',
    received: 'never delivered',
    pointer: null,
    requests: ['x6'],
  })
  const { needed } = scriptModel(silence, { exchanges: [setting, partial, order, resume, later] }, 'all')!
  t.strictSame(
    needed.map(({ id }) => id),
    ['x1', 'x2', 'x4', 'x6', 'x6 heard'],
    'the writes before it count, and none after it',
  )
  const kept = new Set(needed.map(({ id }) => id))
  const script = curlScript(silence, { exchanges: [setting, partial, order, resume, later] }, { kept })
  const asked = ['order.resumed', 'order.created'].map((type) => script.indexOf(`{"type":"${type}"}`))
  t.ok(asked[0]! > 0, 'a specimen of that type shows whether anything can come')
  t.ok(asked[1]! > asked[0]!, 'then another, as the target may send none of that type')
  t.end()
})

t.test('nothing that a script cannot bring about, or that the feed shows as well', (t) => {
  const real = { id: 'evt_2', type: 'order.created', data: { order_id: 'ord_1' } }
  const cases: [string, Partial<Finding>, unknown][] = [
    ['a body that the feed shows', { pointer: '/type' }, real],
    ['an order of nobody', {}, { ...real, data: {} }],
    ['no place', { pointer: null }, specimen],
  ]
  for (const [what, given, event] of cases) t.equal(asHeard(finding(given), exchanges, [delivery(event)]), null, what)
  t.end()
})

t.test('an entry says of whom, and whether its signature is right', (t) => {
  const text = JSON.stringify(specimen)
  const entry = heardEntry({
    method: 'POST',
    path: '/hooks',
    headers: [['X-A', '1']],
    text,
    signature: signatures.wrong,
    of: 'ord_1',
  })
  t.match(entry, { type: 'order.created', order: 'ord_test_1', headers: { 'x-a': '1' }, signature: signatures.wrong })
  const others = [{ data: { order_id: 'ord_1' } }, { data: { order_id: 'ord_test_1' } }, {}]
  t.strictSame([specimen, ...others].map(isSpecimen), [true, false, true, true])
  t.strictSame([hearsAll(setting), hearsAll(partial)], [true, false])
  t.strictSame(hooksIn([setting, test]), [hook])
  t.end()
})

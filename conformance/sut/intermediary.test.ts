// Who answered: the pages that proxies send in place of the service behind them, and answers of the service that pass through one.
import t from 'tap'
import type { Headers } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { cachedFor, intermediaryOf, isUnreadRequest } from './intermediary.ts'

const answer = (status: number, text: string, headers: Record<string, string> = {}) => ({
  response: { status, headers: Object.entries(headers) as Headers, body: new Uint8Array(Buffer.from(text)) },
})

const nginx = (words: string) =>
  `<html>\r\n<head><title>${words}</title></head>\r\n<body>\r\n<center><h1>${words}</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n`

const haproxy =
  '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n'

t.test('the answers of proxies are kept apart from those of the service', async (t) => {
  for (const [name, status, text, headers] of [
    ['nginx', 413, nginx('413 Request Entity Too Large'), { Server: 'nginx/1.24.0' }],
    ['nginx', 503, nginx('503 Service Temporarily Unavailable'), { Server: 'nginx' }],
    ['HAProxy', 503, haproxy, { 'Cache-Control': 'no-cache' }],
    ['Envoy', 503, 'no healthy upstream', { Server: 'envoy' }],
    ['Envoy', 503, 'upstream connect error or disconnect/reset before headers', {}],
    ['Caddy', 502, '', { Server: 'Caddy' }],
    ['http-proxy-middleware', 504, 'Error occurred while trying to proxy: 127.0.0.1:36067/sandbox/v1/orders', {}],
    ['nginx', 504, '<h1>504 Gateway Time-out</h1><hr><center>nginx/1.22.1</center>', { Server: 'nginx' }],
    ['a proxy', 502, 'Bad Gateway', {}],
    ['h2o', 502, 'internal server error', { Server: 'h2o/2.2.5' }],
  ] as const)
    t.equal(intermediaryOf(answer(status, text, headers)), name, `${name} ${status}`)
})

t.test('an answer of the service is its own, whatever it passed through, and however wrong it is', async (t) => {
  const json = '{"code":"payload_too_large","message":"Too large.","correlation_id":"1"}'
  for (const [status, text, headers] of [
    [200, nginx('200'), { Server: 'nginx' }],
    [413, json, { Server: 'nginx', Via: '1.1 varnish' }],
    [502, nginx('502 Bad Gateway'), { 'X-RateLimit-Limit': '600' }],
    [500, '<h1>Internal Server Error</h1><pre>NullPointerException</pre>', { Server: 'nginx' }],
    [404, 'No such order.', {}],
    [503, '', { 'Retry-After': '5' }],
  ] as const)
    t.equal(intermediaryOf(answer(status, text, headers)), null, `${status} ${text}`)
  t.equal(intermediaryOf({ response: null }), null)
})

t.test('a request that is too long for the HTTP layer is refused before the service', async (t) => {
  const url = `https://target.test/v1/webhook?x=${'y'.repeat(20_000)}`
  const refused = (status: number, headers: Headers = [], text = '') =>
    exchangeOf({ url, status, headers, body: new Uint8Array(Buffer.from(text)) })
  t.ok(isUnreadRequest(refused(431)), 'Node')
  t.ok(isUnreadRequest(refused(414, [['Content-Type', 'text/html']], '<h1>Request-URI Too Long</h1>')))
  t.notOk(isUnreadRequest(refused(414, [['X-RateLimit-Limit', '600']])), 'the service answers')
  t.notOk(isUnreadRequest(refused(400, [], '{"code":"validation_failed"}')), 'the service answers')
  t.notOk(isUnreadRequest(refused(500)), 'a failure')
  const page = new Uint8Array(Buffer.from('<!doctype html><title>HTTP Status 400 – Bad Request</title>'))
  const at = (path: string) =>
    exchangeOf({ url: `https://target.test/v1${path}`, status: 400, headers: [], body: page })
  t.ok(isUnreadRequest(at('/orders/ord_%00')), 'Tomcat')
  t.ok(isUnreadRequest(at('/orders/ord_%2F1')), 'Tomcat')
  t.notOk(isUnreadRequest(at('/orders?lender_reference=%00')), 'a query reaches the service')
  t.notOk(isUnreadRequest(at('/orders/ord_1%20')), 'an ordinary sign')
  t.notOk(isUnreadRequest(exchangeOf({ status: 431, headers: [], body: new Uint8Array() })), 'an ordinary request')
})

t.test('Apache answers its own 404 to an encoded NUL or slash in a path', async (t) => {
  const at = (path: string, status: number, headers: Headers = [], text = '<h1>Not Found</h1>') =>
    exchangeOf({ url: `https://target.test/v1/${path}`, status, headers, body: new Uint8Array(Buffer.from(text)) })
  t.ok(isUnreadRequest(at('orders/a%00b/messages', 404)))
  t.ok(isUnreadRequest(at('orders/a%2Fb', 404)))
  t.notOk(isUnreadRequest(at('orders/a%00b', 404, [['X-RateLimit-Limit', '600']])), 'the service answers')
  t.notOk(isUnreadRequest(at('orders/a%00b', 404, [], '{"code":"not_found"}')), 'the service answers')
  t.notOk(isUnreadRequest(at('orders/ab', 404)), 'an ordinary path')
})

t.test('an answer that was kept in a cache shows for how long', async (t) => {
  const of = (age: string) => cachedFor({ headers: [['Age', age]] })
  t.strictSame([of('72'), of('0'), of('soon'), cachedFor({ headers: [] })], [72, null, null, null])
})

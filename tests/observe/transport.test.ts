// What headers, methods and codings show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

const of = (...headers: Headers): Given => ({ operation: 'getAccount', headers })

t.test('headers show their spelling and what they say', async (t) => {
  const spelling = 'transport.header-name-case'
  t.same(shown(spelling, of(['x-ratelimit-limit', '600'])), ['lower-case'])
  t.same(shown(spelling, of(['X-RateLimit-Limit', '600'])), ['as-written'])
  t.same(shown('transport.conditional-requests', of(['etag', '"1"'])), ['etag'])
  t.same(shown('transport.conditional-requests', of()), ['no-validators'])
  t.same(shown('transport.extra-response-headers', of(['server', 'x'])), ['extra-headers'])
  t.same(shown('transport.extra-response-headers', of(['Date', 'x'])), ['none-of-note'])
  t.same(shown('transport.cache-headers', of()), ['absent'])
  t.same(shown('transport.cache-headers', of(['Cache-Control', 'private, no-store'])), ['no-store'])
  t.same(shown('transport.cache-headers', of(['Cache-Control', 'private'])), [])
  t.same(shown('transport.body-framing', of(['Transfer-Encoding', 'chunked'])), ['chunked'])
  t.same(shown('transport.body-framing', of(['Content-Length', '2'])), ['content-length'])
  const allowed: Given = { operation: 'ping', headers: [['Access-Control-Allow-Origin', '*']] }
  t.same(shown('transport.cross-origin', { operation: 'ping' }), [])
  t.same(shown('transport.cross-origin', allowed), ['allowed'])
})

t.test('a method that is not allowed is refused by its status', async (t) => {
  const remove = (status: number, code: string, asking: Headers = []): Given => ({
    operation: null,
    method: 'DELETE',
    path: '/orders/ord_1',
    status,
    asking,
    body: { ...refusal(), code },
  })
  t.same(shown('transport.method-not-allowed', remove(405, 'method_not_allowed')), ['status-405'])
  t.same(shown('transport.method-not-allowed', remove(404, 'not_found')), ['status-404'])
  t.same(shown('transport.method-not-allowed', remove(404, 'not_found', [['Authorization', 'Bearer x']])), [])
})

t.test('a coded body is decoded, refused or read as it is', async (t) => {
  const create = (sent: unknown, status: number, body?: unknown, asking?: Headers): Given => ({
    operation: 'createOrder',
    sent,
    status,
    body,
    ...(asking && { asking }),
  })
  const coded = 'transport.request-content-coding'
  const gzip: Headers = [['Content-Encoding', 'gzip']]
  t.same(shown(coded, create('{}', 415, {}, gzip)), ['status-415'])
  t.same(shown(coded, create('{}', 201, {}, gzip)), ['ignored'])
  t.same(shown(coded, create(Buffer.from([0x1f, 0x8b, 0xff]), 201, {}, gzip)), ['decoded'])
  t.same(shown(coded, create('{}', 400, {}, gzip), create('{}', 415)), [])
})

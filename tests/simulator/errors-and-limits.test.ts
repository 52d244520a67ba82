// What every answer has in common, and the request limit (Errors, Limits).
import t from 'tap'
import { withWireClock } from '../wire-clock.ts'
import { rawAnswer, refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Answer, Method, Sent } from './support.ts'

const limited = (answer: Pick<Answer<unknown>, 'headers'>) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(answer.headers[`x-ratelimit-${name}`]))
const json = { 'content-type': 'application/json' }

t.test('an unknown path, method or spelling is 404, with a token or without', async (t) => {
  const api = await start(t)
  const cases: [Method, string][] = [
    ['GET', '/nothing'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/ping/'],
    ['GET', '/PING'],
    ['GET', '/orders/'],
    ['GET', '//orders'],
    ['GET', '/orders/ord_x/nothing'],
    ['DELETE', '/orders/ord_x'],
    ['PUT', '/orders'],
    ['POST', '/ping'],
    ['PATCH', '/webhook'],
    ['GET', '/oauth/token'],
    ['OPTIONS', '/orders'],
    ['GET', '/%zz'],
    ['GET', '/orders/%E0%A4%A'],
    ['GET', '/orders%2F'],
  ]
  for (const who of [null, 'main'] as const)
    for (const [method, path] of cases) {
      const answer = await api.fetchRaw(method, `${api.simulator.sandboxUrl}${path}`, {
        headers: who ? { authorization: `Bearer ${await api.token(who)}` } : {},
      })
      // An id that cannot be decoded belongs to an operation, which asks for the token first.
      const isOperation = path.startsWith('/orders/%') && method === 'GET' && who === null && answer.status === 401
      if (!isOperation) refused(t, answer, { status: 404, code: 'not_found' }, `${method} ${path}`)
      t.ok(limited(answer).every(Number.isInteger), `${method} ${path}: limit headers`)
    }
  for (const path of ['/', '/v2/ping', '/sandbox', '/v1', '/sandbox/v1', '/favicon.ico', '/v1/sandbox/v1/ping'])
    refused(t, await api.fetchRaw('GET', `${api.origin}${path}`), { status: 404, code: 'not_found' }, path)
})

t.test('every answer carries the limit headers, and every error a correlation id of its own', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const seen: string[] = []
  const calls: [Parameters<typeof api.call>[0], Method, string, Sent, number][] = [
    [null, 'GET', '/ping', {}, 200],
    ['main', 'GET', '/orders', {}, 200],
    ['main', 'HEAD', '/orders', {}, 200],
    [null, 'GET', '/orders', {}, 401],
    ['main', 'GET', '/orders/ord_none', {}, 404],
    ['main', 'GET', '/nowhere', {}, 404],
    ['main', 'GET', '/orders', { query: { page: 'x' } }, 400],
    ['main', 'GET', '/orders', { query: { page: '0' } }, 422],
    ['main', 'POST', '/orders', { body: '{', headers: json }, 400],
    ['main', 'POST', '/orders', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['main', 'POST', '/orders', { body: {} }, 422],
    ['card_billed', 'POST', '/orders', { body: {} }, 403],
    ['main', 'POST', `/orders/${id}/resume`, { body: {} }, 409],
    [null, 'POST', '/oauth/token', { body: {} }, 400],
    [null, 'POST', '/oauth/token', { body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
  ]
  for (const [who, method, path, sent, status] of calls) {
    const answer = await api.call(who, method, path, sent)
    t.equal(answer.status, status, `${method} ${path}`)
    const [limit, remaining, reset] = limited(answer) as [number, number, number]
    t.ok(remaining < limit && reset > Date.now() / 1000 - 1, `${method} ${path}: limit headers`)
    t.notOk('set-cookie' in answer.headers, 'no cookie')
    if (status >= 400) seen.push(answer.body.correlation_id)
  }
  t.equal(new Set(seen).size, seen.length)
  const sent = await api.call('main', 'GET', '/orders/ord_none', {
    headers: { 'x-correlation-id': 'mine', 'x-request-id': 'mine' },
  })
  t.not(sent.body.correlation_id, 'mine')
})

t.test('what is hardly HTTP is answered all the same', async (t) => {
  const api = await start(t)
  const host = `Host: ${new URL(api.origin).host}`
  const cases: [string, string, number][] = [
    ['garbage', 'hello\r\n\r\n', 400],
    ['an unknown method', `BREW /v1/ping HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    ['another protocol', `GET /v1/ping HTTPS/9\r\n${host}\r\n\r\n`, 400],
    ['a header that is none', `GET /v1/ping HTTP/1.1\r\n${host}\r\nno colon\r\n\r\n`, 400],
    ['two lengths', `POST /v1/orders HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    [
      'a length and chunks',
      `POST /v1/orders HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ['no host', 'GET /v1/ping HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET /v1/orders HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', `GET /v1/orders HTTP/1.1\r\n${host}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`, 400],
    ['a host with a path', 'GET /v1/orders HTTP/1.1\r\nHost: evil.test/x\r\nConnection: close\r\n\r\n', 400],
    ['headers too long', `GET /v1/ping HTTP/1.1\r\n${host}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address too long', `GET /v1/ping?x=${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`, 431],
    [
      'an expectation nobody has',
      `GET /v1/nowhere HTTP/1.1\r\n${host}\r\nExpect: miracles\r\nConnection: close\r\n\r\n`,
      404,
    ],
    ['an upgrade', `GET /v1/nowhere HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 404],
    ['a whole address', `GET ${api.origin}/v1/orders HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 401],
    ['options for all', `OPTIONS * HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404],
    [
      'a broken chunk',
      `POST /v1/oauth/token HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ]
  for (const [name, bytes, status] of cases) {
    const answer = rawAnswer(await api.speak(bytes))
    t.equal(answer.status, status, name)
    t.ok(limited(answer).every(Number.isInteger), `${name}: limit headers`)
    t.match(answer.body, { correlation_id: /^[0-9a-f-]{36}$/ }, `${name}: a body`)
  }
  t.equal((await api.call(null, 'GET', '/ping')).status, 200, 'and the service goes on')
})

t.test('the 601st request in a minute is refused, for that client alone', (t) =>
  withWireClock(async () => {
    const api = await start(t)
    const paths = ['/account', '/orders', '/nowhere', '/order-types', '/events', '/orders/ord_none']
    const first = await api.call<unknown>('main', 'GET', '/account')
    t.same(limited(first).slice(0, 2), [600, 599])
    const reset = limited(first)[2]!
    t.ok(reset * 1000 > Date.now() && reset * 1000 <= Date.now() + 61_000, 'the window ends within a minute')
    for (let n = 2; n <= 600; n++) {
      const answer = await api.call<unknown>('main', 'GET', paths[n % paths.length]!)
      if (n % 100 === 0)
        t.same([answer.status === 429, ...limited(answer)], [false, 600, 600 - n, reset], `request ${n}`)
    }
    for (const [method, path, sent] of [
      ['GET', '/orders', {}],
      ['GET', '/nowhere', {}],
      ['GET', '/ping', {}],
      ['POST', '/orders', { body: api.draft() }],
    ] as const) {
      const answer = await api.call('main', method, path, sent)
      refused(t, answer, { status: 429, code: 'rate_limited' }, `${method} ${path}`)
      const retry = Number(answer.headers['retry-after'])
      t.ok(Number.isInteger(retry) && retry >= 1 && retry <= 61, 'Retry-After in seconds')
      t.same(limited(answer), [600, 0, reset])
    }
    t.same(
      limited(await api.call('main_second', 'GET', '/account')).slice(0, 2),
      [600, 599],
      'its colleague has its own count',
    )
    t.equal(
      (await api.call<{ total: number }>('main_second', 'GET', '/orders')).body.total,
      0,
      'and nothing was placed',
    )
    await api.company('/rate-limit/renew')
    t.same(limited(await api.call('main', 'GET', '/account')).slice(0, 2), [600, 599])
  }),
)

t.test('a window ends when it says, and simultaneous requests are all counted', (t) =>
  withWireClock(async (pass) => {
    const api = await start(t, {
      behaviour: ({ rateLimit }) => Object.assign(rateLimit, { windowSeconds: 1, requestsPerWindow: 20 }),
    })
    const token = await api.token('main')
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.call<unknown>({ token }, 'GET', '/account')))
    t.same(
      [200, 429].map((code) => answers.filter(({ status }) => status === code).length),
      [20, 10],
    )
    t.same(
      answers.map((answer) => limited(answer)[1]!).toSorted((a, b) => b - a),
      Array.from({ length: 30 }, (_, n) => Math.max(0, 19 - n)),
    )
    const reset = Math.max(...answers.map((answer) => limited(answer)[2]!))
    pass(reset * 1000 - Date.now() - 1)
    t.equal((await api.call({ token }, 'GET', '/account')).status, 429, 'a millisecond before')
    pass(1)
    t.equal((await api.call({ token }, 'GET', '/account')).status, 200)
  }),
)

t.test('callers without a token are counted by address, and the token endpoint refuses in its own shape', async (t) => {
  const api = await start(t, { behaviour: ({ rateLimit }) => Object.assign(rateLimit, { requestsPerWindow: 5 }) })
  for (let n = 4; n >= 0; n--) t.equal(limited(await api.call(null, 'GET', '/ping'))[1], n)
  refused(t, await api.call(null, 'GET', '/ping'), { status: 429, code: 'rate_limited' })
  const answer = await api.call(null, 'POST', '/oauth/token', { body: {} })
  t.equal(answer.status, 429)
  t.same(Object.keys(answer.body).toSorted(), ['correlation_id', 'error', 'error_description'])
})

t.test('a failure inside is 500 in the standard body, and says nothing of its cause', async (t) => {
  const api = await start(t, {
    behaviour: (behaviour) => {
      const fail = () => {
        throw new Error('secret of the machine room')
      }
      behaviour.present.listItem = fail
      behaviour.creation.fee = fail
    },
  })
  const before = await api.events()
  const answer = await api.call('main', 'POST', '/orders', { body: api.draft(), headers: { 'idempotency-key': 'k' } })
  refused(t, answer, { status: 500, code: 'internal_error' })
  t.notMatch(answer.bytes.toString(), /machine room|at /)
  t.same(await api.events(), before, 'and nothing was applied')
  t.equal((await api.call<{ total: number }>('main', 'GET', '/orders')).body.total, 0)
  t.equal((await api.call('main', 'GET', '/ping')).status, 200)
})

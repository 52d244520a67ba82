// What every answer has in common, the request limit, and input that means harm (Errors, Limits).
import t from 'tap'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from './judge-answer.ts'
import { complete, upload } from './samples.ts'
import { rawAnswer, refused, start, unlimited } from './support.ts'
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

t.test('the 601st request in a minute is refused, for that client alone', async (t) => {
  const api = await start(t)
  const paths = ['/account', '/orders', '/nowhere', '/order-types', '/events', '/orders/ord_none']
  const first = await api.call<unknown>('main', 'GET', '/account')
  t.same(limited(first).slice(0, 2), [600, 599])
  const reset = limited(first)[2]!
  t.ok(reset * 1000 > Date.now() && reset * 1000 <= Date.now() + 61_000, 'the window ends within a minute')
  for (let n = 2; n <= 600; n++) {
    const answer = await api.call<unknown>('main', 'GET', paths[n % paths.length]!)
    if (n % 100 === 0) t.same([answer.status === 429, ...limited(answer)], [false, 600, 600 - n, reset], `request ${n}`)
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
  t.equal((await api.call<{ total: number }>('main_second', 'GET', '/orders')).body.total, 0, 'and nothing was placed')
  await api.company('/rate-limit/renew')
  t.same(limited(await api.call('main', 'GET', '/account')).slice(0, 2), [600, 599])
})

t.test('a window ends when it says, and simultaneous requests are all counted', async (t) => {
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
  await sleep(Math.max(0, reset * 1000 - Date.now()) + 20)
  t.equal((await api.call({ token }, 'GET', '/account')).status, 200)
})

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

t.test('hostile bodies are refused with a 4xx, never with a 5xx', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.reach('report_complete')
  const valid: Record<string, object> = {
    createOrder: {
      ...complete(api.now()),
      documents: [
        { filename: 'a.txt', content: 'aGk=', content_type: 'text/plain', purpose: 'other', description: 'x' },
      ],
    },
    amendOrder: {
      lender_reference: 'x',
      appraiser_instructions: 'x',
      due_date: '2999-01-01',
      loan: { number: 'x', client: 'x', investor: 'x' },
      borrowers: [{ first_name: 'Sam', contacts: [{ type: 'phone', role: 'cell', value: 'x' }] }],
      parties: {
        real_estate_agent: { first_name: 'x', last_name: 'y', contacts: [] },
        additional_contacts: [{ purpose: 'report', name: 'x', email: 'y' }],
      },
      notes: [{ type: 'order', text: 'x' }],
      property: { type: 'single_family' },
      add_on_codes: ['x'],
    },
    holdOrder: { reason: 'x' },
    resumeOrder: { reason: 'x' },
    cancelOrder: { reason: 'x' },
    createRevisionRequest: {
      kind: 'reconsideration_of_value',
      reason: 'x',
      acknowledgements: { prior_appraisal_provided: true, comparable_sales_provided: true },
      document_ids: ['doc_x'],
    },
    sendMessage: { recipient: 'manager', subject: 'x', body: 'x', document_ids: ['doc_x'] },
    setWebhook: { url: 'https://127.0.0.1:1/', enabled: false, events: ['order.created'], secret: 'x'.repeat(40) },
    testWebhook: { type: 'order.exploded' },
    advanceOrder: { to_status: 'cancelled' },
    requestToken: { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y', scope: 'lender' },
  }
  const hostile = [
    'null',
    'true',
    '-1',
    '1e400',
    '123456789012345678901234567890',
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"__proto__":{"x":1}}',
    '{"toString":1,"constructor":{"prototype":{}},"length":-1}',
    '{"0":"x","length":1}',
    `"${'x'.repeat(5000)}"`,
  ]
  /** The texts of a body in which each node in turn is something else. */
  const variants = (value: unknown, wrap: (text: string) => string): string[] => {
    const own = hostile.map(wrap)
    if (typeof value !== 'object' || value === null) return own
    const entries = Object.entries(value)
    const around = (index: number) => (text: string) => {
      const parts = entries.map(
        ([key, item], n) =>
          `${Array.isArray(value) ? '' : `${JSON.stringify(key)}:`}${n === index ? text : JSON.stringify(item)}`,
      )
      return wrap(Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`)
    }
    return [...own, ...entries.flatMap(([, item], n) => variants(item, around(n)))]
  }
  const deep = [
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '['.repeat(100_000),
  ]
  const whole = [
    '',
    '\u0000',
    '{"a":1}{"b":2}',
    '{"a":NaN}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":"\u0001"}',
    '// x',
    '[1]',
    '"x"',
    '7',
    'null',
    'undefined',
    ...deep,
    `{"reason":${deep[0]}}`,
    `{"unknown":${deep[1]}}`,
  ]
  const bytes = [
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  ]
  for (const { id: name, method, template } of operations.filter(({ id }) => id in valid)) {
    const path = template.replace('{order_id}', id)
    const counts: Record<string, number> = {}
    const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const { status, bytes } = await api.call<unknown>('main', method as Method, path, {
        body,
        headers: { ...json, ...headers },
      })
      counts[status] = (counts[status] ?? 0) + 1
      if (status >= 500) t.fail(`${name} answered ${status} to ${body.toString().slice(0, 200)}: ${bytes}`)
    }
    for (const text of variants(valid[name], (text) => text)) await send(text)
    for (const text of [...whole, ...bytes]) await send(text)
    for (const text of whole) await send(text, { 'idempotency-key': 'hostile' })
    t.ok(
      Object.keys(counts).every((status) => status < '500'),
      `${name}: ${JSON.stringify(counts)}`,
    )
  }
  t.equal(({} as Record<string, unknown>)['x'], undefined, 'nothing reached the prototype')
  const known = { ...complete(api.now()), x: '[' }
  const text = JSON.stringify(known).replace('"["', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  refused(
    t,
    await api.call('main', 'POST', '/orders', { body: text, headers: { ...json, 'idempotency-key': 'deep' } }),
    { status: 400, code: 'invalid_request' },
    'an order with a bottomless field',
  )
})

t.test('hostile queries, ids and headers are refused with a 4xx, never with a 5xx', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const queries = [
    '?page=%FF',
    '?page=%00',
    '?status=%00',
    '?status=%',
    '?%',
    '?&&&==',
    '?page[]=1',
    '?page[a]=1',
    '?__proto__=x&constructor=y',
    '?updated_since=%F0%9F%92%A5',
    '?after=%00',
    '?after=',
    `?lender_reference=${'x'.repeat(8000)}`,
    '?order_number=%E2%80%AE',
    '?per_page=1;page=2',
    '?page=1?page=2',
    '?order_id=%2E%2E%2F',
    '?expires=%00&signature=%FF',
    '?delivery_status=toString',
    '?type=__proto__',
    '?report_format=constructor',
  ]
  const ids = [
    '%00',
    '%FF',
    '%',
    '..',
    '.',
    '%2e%2e',
    '__proto__',
    'constructor',
    '%F0%9F%92%A5',
    "'%20OR%201=1",
    '<script>',
    '*',
    '{order_id}',
    'x'.repeat(5000),
  ]
  for (const { method, template, id: name } of operations) {
    const targets = [
      ...(method === 'GET' ? queries.map((query) => template.replace('{order_id}', id) + query) : []),
      ...ids.map((one) => template.replace(/\{\w+\}/g, one)),
    ]
    for (const path of targets) {
      const authorization = `Bearer ${await api.token('main')}`
      const body = method === 'GET' ? undefined : '{}'
      const request = `${method} /sandbox/v1${path.replaceAll(' ', '%20')} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nConnection: close\r\n`
      const answer = await api.speak(
        body ? `${request}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}` : `${request}\r\n`,
      )
      const { status, headers } = rawAnswer(answer.replace(/\r\n\r\n[^{][\s\S]*$/, '\r\n\r\n'))
      if (!(status >= 200 && status < 500) || headers['x-ratelimit-limit'] === undefined)
        t.fail(`${name} ${path.slice(0, 80)}: ${answer.slice(0, 300)}`)
    }
  }
  for (const headers of [
    { accept: 'text/html' },
    { accept: 'application/xml;q=1' },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'x' },
    { cookie: 'a=b' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-host': 'evil.test' },
    { range: 'bytes=0-1' },
    { authorization: `Bearer ${'x'.repeat(8000)}` },
  ] as Record<string, string>[]) {
    const answer = await api.call<unknown>('authorization' in headers ? null : 'main', 'GET', '/orders', { headers })
    t.equal(answer.status, 'authorization' in headers ? 401 : 200, JSON.stringify(headers).slice(0, 60))
  }
  const placed = await api.call('main', 'POST', '/orders', {
    body: api.draft(),
    headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  })
  t.ok(placed.headers['location']!.startsWith(api.simulator.sandboxUrl), 'links name the host that was called')
  t.equal((await api.call('main', 'POST', `/orders/${id}/documents`, upload())).status, 201)
})

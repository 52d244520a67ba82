// Input that means harm, or nothing at all: whatever is sent, the answer is a refusal and the service goes on.
import t from 'tap'
import { operations } from './judge-answer.ts'
import { complete, upload } from './samples.ts'
import { rawAnswer, refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Method } from './support.ts'

const json = { 'content-type': 'application/json' }

t.test('hostile bodies are refused with a 4xx, never with a 5xx', async (t) => {
  const api = await start(t, unlimited)
  const open = await api.create()
  const orders: Record<string, string> = {
    resumeOrder: (await api.reach('on_hold')).id,
    createRevisionRequest: (await api.reach('report_complete')).id,
  }
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
      add_on_codes: [],
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
    '-1e400',
    '"\\u0000"',
    '"\\ud800"',
    '[]',
    '{}',
    '[[null]]',
    '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":1,"length":-1}',
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
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
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
    deep,
    deep.slice(1),
    `{"reason":${deep}}`,
    `${'{"unknown":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ]
  const bytes = [
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  ]
  for (const { id: name, method, template } of operations.filter(({ id }) => id in valid)) {
    const path = template.replace('{order_id}', orders[name] ?? open.id)
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
    t.ok(
      Object.keys(counts).every((status) => status < '500'),
      `${name}: ${JSON.stringify(counts)}`,
    )
  }
  t.equal(({} as Record<string, unknown>)['x'], undefined, 'nothing reached the prototype')
  const known = { ...complete(api.now()), x: '[' }
  const text = JSON.stringify(known).replace('"["', deep)
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

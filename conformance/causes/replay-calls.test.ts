// What the record masks is sent as another secret: by the company, too. A burst is sent until it is refused.
import t from 'tap'
import type { Finding } from '../../reports/run-record.ts'
import { scriptModel } from '../../reports/script-model.ts'
import type { CallPort } from './call-port.ts'
import { recordedCall } from './recorded-call.support.ts'
import { replayCalls } from './replay-calls.ts'

const finding: Finding = {
  rule: 'a.rule',
  check: 'a.check',
  kind: 'wrong_value',
  expected: 'on',
  received: 'off',
  pointer: '/state',
  requests: ['x1'],
}

const portOf = (port: Partial<CallPort>): CallPort => ({
  send: async () => ({ status: 200, headers: [], text: '{"state":"off"}' }),
  act: async () => ({}),
  credential: () => undefined,
  base: () => 'https://x.example.com/v1',
  listen: () => Promise.reject(new Error('There is no receiver.')),
  ...port,
})

const mark = { run: 'one', mark: 'calls1' }

t.test('a text with the mark of the run looks alike in a replay', async (t) => {
  const body = (text: string) => ({ text, bytes: text.length, sha256: '', cut: false })
  const note = 'A dog ?, assay-a1b2c3d4-00006'
  const call = recordedCall({ id: 'x1', method: 'POST', path: '/notes', answer: { note } })
  const exchange = { ...call, request: { ...call.request, body: body(note) } }
  const worded = { ...finding, expected: 'the text sent', received: note, pointer: '/note' }
  const model = scriptModel(worded, { exchanges: [exchange] })!
  const send: CallPort['send'] = async ({ body: sent }) => ({
    status: 200,
    headers: [],
    text: JSON.stringify({ note: Buffer.from(sent!).toString() }),
  })
  t.equal(await replayCalls(model, portOf({ send }), { run: 'a1b2c3d4', mark: 'calls1' }), 'again')
})

t.test('a body in chunks is sent in chunks again', async (t) => {
  const call = recordedCall({ id: 'x1', method: 'POST', path: '/notes', answer: { state: 'off' } })
  const chunked: [string, string] = ['Transfer-Encoding', 'chunked']
  const exchange = { ...call, request: { ...call.request, headers: [...call.request.headers, chunked] } }
  const model = scriptModel(finding, { exchanges: [exchange] })!
  const sent: unknown[] = []
  const send: CallPort['send'] = async ({ headers }) => {
    sent.push(...headers.filter(([name]) => name === 'Transfer-Encoding'))
    return { status: 200, headers: [], text: '{"state":"off"}' }
  }
  t.equal(await replayCalls(model, portOf({ send }), mark), 'again')
  t.strictSame(sent, [chunked])
})

t.test('a secret that the company set', async (t) => {
  const acts = [
    {
      by: 'a.check',
      act: 'PUT /lenders/len_1/webhooks/sandbox',
      body: { secret: '•••', events: [] },
      made: [],
      after: 0,
    },
  ]
  const model = scriptModel(
    finding,
    { exchanges: [recordedCall({ id: 'x1', method: 'GET', path: '/webhook', answer: { state: 'off' } })], acts },
    'all',
  )!
  const sent: unknown[] = []
  const act = async (_method: string, _path: string, body: unknown) => sent.push(body)
  t.equal(await replayCalls(model, portOf({ act }), mark), 'again')
  t.equal(await replayCalls(model, portOf({ act, webhookSecret: () => 'the one in force' }), mark), 'again')
  t.match(sent, [{ secret: /^a-secret-of-this-rerun/ }, { secret: 'the one in force' }])
})

t.test('an answer of another class shows nothing, even where it lacks what is wrong', async (t) => {
  const read = recordedCall({ id: 'x1', method: 'GET', path: '/account', answer: { state: 'off' } })
  const model = scriptModel({ ...finding, expected: 'absent' }, { exchanges: [read] }, 'all')!
  const answering = (status: number, text: string) => portOf({ send: async () => ({ status, headers: [], text }) })
  t.equal(await replayCalls(model, answering(200, '{"state":"off"}'), mark), 'again')
  t.equal(await replayCalls(model, answering(200, '{}'), mark), 'held')
  t.equal(await replayCalls(model, answering(503, '{}'), mark), 'unknown')
  t.equal(await replayCalls(model, answering(404, '{}'), mark), 'unknown')
  const write = recordedCall({ id: 'x1', method: 'POST', path: '/account', answer: { state: 'off' } })
  const written = scriptModel({ ...finding, expected: 'absent' }, { exchanges: [write] }, 'all')!
  t.equal(await replayCalls(written, answering(201, '{}'), mark), 'held')
  for (const status of [403, 422, 503])
    t.equal(await replayCalls(written, answering(status, '{}'), mark), 'unknown', `a write that is answered ${status}`)
  const coded = { ...finding, expected: 'not_allowed', received: 'absent', pointer: '/code' }
  const accepted = scriptModel(coded, { exchanges: [write] }, 'all')!
  const refused = '{"code":"not_allowed"}'
  t.equal(await replayCalls(accepted, answering(403, refused), mark), 'held', 'it was to be refused')
  t.equal(await replayCalls(accepted, answering(429, refused), mark), 'unknown')
  t.equal(await replayCalls(accepted, answering(422, '{"code":"other"}'), mark), 'unknown')
})

t.test('an answer to one call too many', async (t) => {
  const refused = recordedCall({ id: 'x1', method: 'GET', path: '/account', answer: { code: 'too_many' }, status: 429 })
  const about = {
    ...finding,
    kind: 'wrong_code' as const,
    pointer: '/code',
    expected: 'rate_limited',
    received: 'too_many',
  }
  const model = scriptModel(about, { exchanges: [refused] }, 'all')!
  let sent = 0
  const answering = (code: string, allowed: number) =>
    portOf({
      send: async () => {
        sent += 1
        return { status: sent > allowed ? 429 : 200, headers: [], text: JSON.stringify({ code }) }
      },
    })
  t.equal(await replayCalls(model, answering('too_many', 600), mark), 'again')
  t.equal(sent, 601)
  sent = 0
  t.equal(await replayCalls(model, answering('rate_limited', 600), mark), 'held')
  sent = 0
  t.equal(await replayCalls(model, answering('too_many', Infinity), mark), 'unknown', 'a rate that is never used up')
})

t.test('silence shows something where something else came, or a specimen does', async (t) => {
  const call = recordedCall({ id: 'x1', method: 'POST', path: '/webhook/test', answer: { event_id: 'evt_1' } })
  const silence = { ...finding, expected: 'delivered', received: 'never delivered', pointer: null }
  const model = scriptModel(silence, { exchanges: [{ ...call, operation: 'testWebhook', role: 'main' }] }, 'all')!
  const replay = async (isHeard: (tests: number) => boolean) => {
    let tests = 0
    const send = async () => {
      tests += 1
      return { status: 200, headers: [], text: '{}' }
    }
    const hear = async () => ({ status: 200, headers: [], text: '{"data":[]}' })
    const listen = async () => ({
      url: 'https://127.0.0.1:9/heard',
      hear,
      refuse: () => undefined,
      rotate: () => 'later',
      hasHeard: () => isHeard(tests),
    })
    return [await replayCalls(model, portOf({ send, listen }), mark), tests]
  }
  t.strictSame(await replay(() => true), ['again', 2])
  t.strictSame(await replay((tests) => tests === 3), ['again', 3])
  t.strictSame(await replay(() => false), ['unknown', 3])
})

t.test('what others left in a list shows nothing', async (t) => {
  const orders = (...ids: string[]) => ({ data: ids.map((id) => ({ id, status: { code: 'held' } })) })
  const list = recordedCall({ id: 'x2', method: 'GET', path: '/orders', answer: orders('ord_1') })
  const made = recordedCall({ id: 'x1', method: 'POST', path: '/orders', answer: { id: 'ord_1' } })
  const exchanges = [
    { ...made, operation: 'createOrder' },
    { ...list, operation: 'listOrders' },
  ]
  const about = { ...finding, pointer: null, expected: 'only new', received: ['held'], requests: ['x2'] }
  const answering =
    (shown: string): CallPort['send'] =>
    async ({ method }) => ({
      status: 200,
      headers: [],
      text: JSON.stringify(method === 'POST' ? { id: 'ord_9' } : orders(shown)),
    })
  const replay = (kept: string[], shown: string) =>
    replayCalls(scriptModel(about, { exchanges }, new Set(kept))!, portOf({ send: answering(shown) }), mark)
  t.equal(await replay(['x1', 'x2'], 'ord_9'), 'again')
  t.equal(await replay(['x1', 'x2'], 'ord_8'), 'held', 'of another')
  t.equal(await replay(['x2'], 'ord_9'), 'held', 'of nobody')
})

t.test('what the target of the run accepted and another refuses for what it says', async (t) => {
  const call = (path: string, operation: string) => ({
    ...recordedCall({ id: 'x1', method: 'POST', path, answer: { id: 'ord_1' } }),
    operation,
  })
  const read = recordedCall({ id: 'x2', method: 'GET', path: '/state', answer: { state: 'off' } })
  const refusedAt = async (status: number, first = call('/notes', 'sendMessage')) => {
    const refused: string[] = []
    const send: CallPort['send'] = async ({ method }) => ({
      status: method === 'POST' ? status : 200,
      headers: [],
      text: '{"state":"on"}',
    })
    const model = scriptModel({ ...finding, requests: ['x1', 'x2'] }, { exchanges: [first, read] }, 'all')!
    const shown = await replayCalls(model, portOf({ send }), { ...mark, refused: (id) => refused.push(id) })
    return [shown, ...refused]
  }
  t.strictSame(await refusedAt(422), ['unknown', 'x1'])
  t.strictSame(await refusedAt(400), ['unknown', 'x1'])
  for (const status of [401, 404, 409, 429, 503]) t.strictSame(await refusedAt(status), ['unknown'], String(status))
  t.strictSame(await refusedAt(201), ['held'])
  const order = await refusedAt(422, call('/orders', 'createOrder'))
  t.strictSame(order, ['unknown'], 'an order may be refused for a product of its own')
})

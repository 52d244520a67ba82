// What one answer of several shows, and the form in which a script compares it.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import type { Finding, RecordedExchange } from './run-record.ts'
import { judgeAnswer } from './script-judge.ts'
import { scriptModel, type ScriptModel } from './script-model.ts'

let count = 0
const answered = (operation: string, path: string, body: unknown, headers: [string, string][] = []) => {
  const one = recordedExchange({
    id: `x${(count += 1)}`,
    operation,
    method: operation === 'createOrder' ? 'POST' : 'GET',
    url: `https://a.example.com/v1${path}`,
    answer: body,
  })
  return { ...one, response: { ...one.response!, headers } }
}

const finding: Finding = { rule: 'r', check: 'c', expected: 1, received: 2, pointer: null, requests: [] }

const modelOf = (about: Partial<Finding>, exchanges: RecordedExchange[]): ScriptModel | null => {
  const requests = exchanges.map(({ id }) => id)
  return scriptModel({ ...finding, requests, ...about }, { exchanges }, 'all')
}
const askedOf = (about: Partial<Finding>, exchanges: RecordedExchange[]) => {
  const verdict = modelOf(about, exchanges)?.verdict
  return verdict?.by === 'answer' ? verdict.asked : null
}

const order = { id: 'ord_1' }

t.test('the answer that has the header is judged, and its address on any target', async (t) => {
  const expected = 'https://a.example.com/v1/orders/ord_1'
  const received = 'https://a.example.com/v1/order/ord_1'
  const made = answered('createOrder', '/orders', order, [['location', received]])
  const about = { pointer: 'header:Location', expected, received }
  const calls = [made, answered('getOrder', '/orders/ord_1', order)]
  t.equal(modelOf(about, calls)?.judged.id, made.id)
  t.same(askedOf(about, calls), { at: 'header:Location', form: 'leads to', values: ['/orders/ord_1'] })
})

t.test('of a list the entry that the script makes', async (t) => {
  const entry = (id: string) => ({ id, status: { code: 'done' } })
  const about = { pointer: '/data/*/status/code', expected: 'revised', received: 'done' }
  const calls = [
    answered('createOrder', '/orders', order),
    answered('listOrders', '/orders?a=ord_1', { data: [entry('ord_0'), entry('ord_1')] }),
  ]
  t.equal(askedOf(about, calls)?.at, '/data/id=ord_1/status/code')
})

t.test('a list of texts that a check sorted, in any order, unless the order is what is wrong', async (t) => {
  const about = { expected: ['a', 'b'], received: ['*'] }
  const events = (...of: string[]) => [answered('setWebhook', '/webhook', { events: of })]
  const sorted = { at: '/events', form: 'with fields', values: ['["a","b"]'] }
  t.same(askedOf(about, events('*')), sorted)
  t.match(askedOf({ expected: ['b', 'a'], received: ['*'] }, events('*')), { form: 'equal' })
  t.match(askedOf({ expected: ['a', 'b'], received: ['b', 'a'] }, events('b', 'a')), { form: 'equal' })
})

t.test('an address of any target', async (t) => {
  const received = 'https://127.0.0.1:9/hooks 2'
  const about = { pointer: '/url', expected: 'uri', received }
  const asked = askedOf(about, [answered('testWebhook', '/webhook/test', { url: received })])!
  t.match(asked, { at: '/url', form: 'matches' })
  const right = JSON.stringify({ url: 'https://b.example.com/hooks' })
  t.equal(judgeAnswer(`HTTP/1.1 200\r\n\r\n${right}`, asked).passed, true)
})

t.test('one field of the entries of a list, in any order', async (t) => {
  const made = answered('createOrder', '/orders', { id: 'ord_1', documents: [{ id: 'doc_2' }, { id: 'doc_1' }] })
  const about = { pointer: '/data/0/attachments', expected: ['doc_1', 'doc_2'], received: ['doc_1'] }
  const list = answered('listMessages', '/orders/ord_1/messages', { data: [{ attachments: [{ id: 'doc_1' }] }] })
  t.same(askedOf(about, [made, list]), {
    at: 'list:/data/0/attachments/*/id',
    form: 'with fields',
    values: ['["doc_1","doc_2"]'],
  })
})

t.test('what too many entries of a list have', async (t) => {
  const data = ['declined', 'declined', 'accepted'].map((status) => ({ status, replies: [{ status }] }))
  const about = { expected: 'submitted', received: 'declined' }
  t.same(askedOf(about, [answered('listRevisionRequests', '/a', { data })]), {
    at: 'list:/data/*/status',
    form: 'less often',
    values: ['declined', '2'],
  })
})

t.test('how many events of the type that the rule names', async (t) => {
  const data = [{ type: 'order.created' }, { type: 'order.completed' }]
  const about = { rule: 'events.completed-is-raised-again', expected: '≥ 2', received: 1 }
  t.same(askedOf(about, [answered('listEvents', '/events', { data })]), {
    at: 'list:/data/*/type',
    form: 'at least times',
    values: ['order.completed', '2'],
  })
})

t.test('a text that no entry of an empty page has', async (t) => {
  const about = { expected: 'includes assay-0a1b2c3d-00016', received: [] }
  const post = answered('createOrder', '/orders?a=assay-0a1b2c3d-00016', order)
  t.same(askedOf(about, [post, answered('listMessages', '/m', { data: [] })]), {
    at: '/data',
    form: 'includes',
    values: ['assay-0a1b2c3d-00016'],
  })
})

t.test('an event that came twice is counted in the feed of its order', async (t) => {
  const event = (id: string, order_id: string) => ({ id, type: 'order.created', data: { order_id } })
  const page = answered('listEvents', '/events', { data: [event('evt_1', 'ord_1'), event('evt_2', 'ord_0')] })
  const next = answered('listEvents', '/events?after=evt_2', { data: [event('evt_3', 'ord_1')] })
  const types = ['order.created', 'order.created']
  const about = { pointer: '/type', expected: types.slice(1), received: types, requests: [page.id, next.id] }
  const made = answered('createOrder', '/orders', order)
  const calls = [made, page, next]
  t.same(askedOf(about, calls), { at: 'list:/data/*/type', form: 'less often', values: ['order.created', '2'] })
  t.match(modelOf(about, calls)?.judged.request.url, /\/events\?order_id=ord_1&/)
})

t.test('words that begin with the status of an answer are about that status', async (t) => {
  const wrong = answered('getOrder', '/orders/ord_1', {})
  const [first, second] = [{ ...wrong, response: { ...wrong.response!, status: 400 } }, answered('getOrder', '/b', {})]
  const about = {
    pointer: '/status',
    expected: '200, as for the same request written plainly',
    received: '400 for a body in chunks',
  }
  const model = modelOf(about, [first, second])
  t.equal(model?.judged.id, first.id)
  t.match(model?.verdict, { by: 'status', doubts: '401|429|503', passes: '200', fails: '*' })
  const ofFile = { expected: 'the file of 312 bytes', received: '400 with 155 bytes that are not the file' }
  t.match(modelOf(ofFile, [first])?.verdict, { by: 'status', passes: '2??', fails: '400' })
  const others = { expected: 'the file', received: '200 with 155 bytes that are not the file' }
  t.equal(modelOf(others, [second])?.verdict, null, 'its status is right')
  t.equal(modelOf({ ...ofFile, received: '404 with 9 bytes' }, [first])?.verdict, null, 'another answer had it')
})

t.test('an instant that is missing', async (t) => {
  const about = { pointer: '/at', expected: 'timestamp', received: null }
  const asked = askedOf(about, [answered('getOrder', '/orders/a', { at: null })])!
  t.equal(asked.form, 'matches')
  t.match('2026-03-02T15:04:05.000Z', new RegExp(asked.values[0]!))
})

t.test('a list of which a check compared some fields', async (t) => {
  const made = answered('getOrder', '/orders/ord_1', { add_ons: [{ code: 'RENT', name: 'Rents' }] })
  const about = { pointer: '/add_ons', expected: [], received: [{ code: 'RENT' }] }
  t.same(askedOf(about, [made]), { at: '/add_ons/*', form: 'absent', values: [] })
})

t.test('a list that the finding has in outline', async (t) => {
  const made = answered('getOrder', '/orders/ord_1', { phones: [{ value: '+1 512 555 0148' }] })
  const wanted = { value: '+1 512 555 0148 ext. 12' }
  const about = { pointer: '/phones', expected: `includes ${JSON.stringify(wanted)}` }
  const asked = askedOf({ ...about, received: [{ value: '+• ••• ••• ••••' }] }, [made])
  t.same(asked, { at: '/phones', form: 'includes', values: [JSON.stringify(wanted)] })
  t.equal(askedOf({ ...about, received: [{ value: '+• ••• ••• •••' }] }, [made]), null, 'of another length')
  t.equal(askedOf({ ...about, received: [{ value: '-• ••• ••• ••••' }] }, [made]), null, 'another text')
})

t.test('the field of one entry that is known by its code', async (t) => {
  const list = answered('listOrderTypes', '/order-types', { data: [{ code: 'A', name: 'a', active: true }] })
  const about = { expected: { code: 'A', active: false }, received: { code: 'A', active: true } }
  t.same(askedOf(about, [list]), { at: '/data/code=A/active', form: 'equal', values: ['false'] })
  t.equal(askedOf({ ...about, received: { code: 'A', active: 'yes' } }, [list]), null, 'nothing shows it')
  const none = { expected: { code: 'B', active: false }, received: { code: undefined } }
  t.same(askedOf(none, [list]), { at: 'list:/data/*/code', form: 'includes', values: ['B'] }, 'no entry has it')
})

t.test('the page of several that has what only others may be', async (t) => {
  const page = (...codes: string[]) =>
    answered('listOrders', '/orders?status=new', { data: codes.map((code) => ({ status: { code } })) })
  const about = { expected: 'only new, on_hold', received: ['new', 'cancelled'] }
  const pages = [page('new'), page('new', 'cancelled'), page('new')]
  t.same(askedOf(about, pages), { at: 'list:/data/*/status/code', form: 'only', values: ['new', 'on_hold'] })
  t.equal(modelOf(about, pages)?.judged.id, pages[1]!.id)
  t.equal(askedOf(about, [page('new'), page('closed')]), null, 'another is not what was received')
})

t.test('the page of several that is too large, or runs in another order', async (t) => {
  const page = (...ages: string[]) =>
    answered('listOrders', '/orders', { data: ages.map((at) => ({ dates: { created_at: at } })) })
  const [full, other] = [page('2026-03-04', '2026-03-03'), page('2026-03-01', '2026-03-02')]
  const sizes = { expected: 'each ≤ 1', received: [1, 2] }
  const one = page('2026-03-05')
  t.same(askedOf(sizes, [one, full]), { at: '/data', form: '≤', values: ['1 events'] })
  t.equal(modelOf(sizes, [full, one])?.judged.id, full.id)
  t.equal(askedOf(sizes, [one]), null)
  const page5 = answered('listOrders', '/orders?per_page=5', { data: [1, 2, 3], per_page: 2 })
  const asked = askedOf({ expected: '≤ 2', received: 3 }, [page5])
  t.same(asked, { at: '/data', form: 'holds at most', values: ['/per_page'] }, 'than it says')
  const passes = (body: unknown) => judgeAnswer(`HTTP/1.1 200\r\n\r\n${JSON.stringify(body)}`, asked!).passed
  t.equal(passes({ data: [1, 2, 3], per_page: 2 }), false)
  t.equal(passes({ data: [1, 2, 3], per_page: 5 }), true)
  t.equal(passes({ data: [1, 2, 3] }), null)
  const order = { expected: 'falling', received: ['2026-03-04', '2026-03-03', '2026-03-01', '2026-03-02'] }
  t.same(askedOf(order, [other, full]), { at: 'list:/data/*/dates/created_at', form: 'falling', values: [] })
  t.equal(modelOf(order, [other, full])?.judged.id, other.id)
  t.equal(askedOf(order, [full, page('2026-03-01')]), null, 'each is in order')
})

t.test('how many an order has of what the script makes', async (t) => {
  const post = () => {
    const one = answered('sendMessage', '/orders/ord_1/messages', { id: `msg_${count}` })
    return { ...one, request: { ...one.request, method: 'POST' } }
  }
  const made = answered('createOrder', '/orders', order)
  const posts = [post(), post(), post()]
  const about = { pointer: '/total', expected: 3, received: 0 }
  const totalOf = (path: string, kept: readonly RecordedExchange[]) => {
    const list = answered('listMessages', `/orders/ord_1/messages${path}`, { data: [], total: 0 })
    const exchanges = [made, ...posts, list]
    const ids = new Set([made, ...kept, list].map(({ id }) => id))
    const model = scriptModel({ ...finding, ...about, requests: [list.id] }, { exchanges }, ids)
    return model?.verdict?.by === 'answer' ? model.verdict.asked.values[0] : null
  }
  t.equal(totalOf('?page=4&per_page=3', posts), '3')
  t.equal(totalOf('?page=4&per_page=3', posts.slice(0, 1)), '1')
  t.equal(totalOf('?page=4&per_page=3', []), null, 'none is what came')
  t.equal(totalOf('?kind=a', posts.slice(0, 1)), '3', 'a filter may leave some out')
})

t.test('fields that are named beside what was sent', async (t) => {
  const refused = answered('createOrder', '/orders', { details: [{ field: 'a.0.b' }] })
  const about = {
    expected: { violation: 'v', fields: 'includes a.1.b' },
    received: { violation: 'v', fields: ['a.0.b'] },
  }
  t.same(askedOf(about, [refused]), { at: 'list:/details/*/field', form: 'not', values: ['["a.0.b"]'] })
})

t.test('what two calls gave the same id', async (t) => {
  const post = (id: string) => {
    const one = answered('createRevisionRequest', '/orders/ord_1/revision-requests', { id })
    return { ...one, request: { ...one.request, method: 'POST' } }
  }
  const calls = [answered('createOrder', '/orders', order), post('rr_1'), post('rr_1')]
  const about = { expected: 'two values', received: ['rr_1', 'rr_1'] }
  t.same(askedOf(about, calls), { at: '/id', form: 'not', values: ['rr_1'] })
  t.equal(modelOf(about, calls)?.judged.id, calls[2]!.id)
  t.equal(askedOf({ ...about, received: ['rr_1', 'rr_2'] }, calls), null)
})

t.test('of two lists of ids what one of them lacks', async (t) => {
  const orders = ['ord_1', 'ord_2'].map((id) => answered('createOrder', '/orders', { id }))
  const listed = (...ids: string[]) => answered('listOrders', '/orders', { data: ids.map((id) => ({ id })) })
  const of = (expected: string[], received: string[]) =>
    askedOf({ expected, received }, [...orders, listed(...received)])
  const at = 'list:/data/*/id'
  t.same(of(['ord_1', 'ord_2'], ['ord_1']), { at, form: 'includes', values: ['ord_2'] })
  t.same(of(['ord_1'], []), { at, form: 'includes', values: ['ord_1'] })
  t.same(of(['ord_1'], ['ord_1', 'ord_2']), { at, form: 'excludes', values: ['ord_2'] })
  const early = askedOf({ expected: [], received: ['ord_2'] }, [...orders, listed('ord_1', 'ord_2')])
  t.same(early, { at, form: 'excludes', values: ['ord_2'] }, 'a check shows those alone that are not to be there')
})

// The catch-up feed and the webhook configuration (Endpoints / GET /events, GET and PUT /webhook, POST /webhook/test).
import t from 'tap'
import { judgeSchema } from './judge-answer.ts'
import { isoDate } from './samples.ts'
import { refused, start, unlimited } from './support.ts'
import { startReceiver } from './webhook-receiver.ts'
import type { Feed, FeedEvent, Webhook } from './wire-types.ts'

const types =
  'order.created order.status_changed order.assigned order.on_hold order.resumed order.cancelled order.completed order.document_added order.message_posted order.revision_requested order.revision_responded order.due_date_changed order.fee_changed'.split(
    ' ',
  )
const secret = 'a secret of this test, with 43 characters.'
type Specimen = Record<'event_id' | 'type' | 'url' | 'attempted_at', string> & {
  delivered: boolean
  response_status: number | null
  response_time_ms: number | null
}

/** An order through which every type of event is raised. */
const eventful = async (api: Awaited<ReturnType<typeof start>>): Promise<string> => {
  const { id } = await api.create({ 'loan.number': 'L-1' })
  await api.act(id, 'hold', { reason: 'away' })
  await api.act(id, 'resume')
  await api.company(`/orders/${id}/messages`, { from: 'manager', body: 'Hello.' })
  await api.company(`/orders/${id}/due-date`, { due_date: isoDate(api.now(), 30) })
  await api.company(`/orders/${id}/fee`, { appraisal_fee: '700.00', reason: 'Larger than stated.' })
  await api.move(id, 'report_complete')
  await api.revise(id)
  await api.move(id, 'revised_report_complete')
  const other = await api.create()
  await api.act(other.id, 'cancel', { reason: 'over' })
  return id
}

t.test('the feed tells every event once, oldest first, in id order', async (t) => {
  const api = await start(t, unlimited)
  const page = (query: Record<string, string | number>) => api.ok<Feed>('main', 'GET', '/events', { query })
  t.strictSame(await page({}), { data: [], next_cursor: null }, 'empty before anything happened')
  const id = await eventful(api)
  const all = await api.events()
  t.same([...new Set(all.map(({ type }) => type))].toSorted(), types.toSorted(), 'all types occur')
  t.same(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted(),
    'ids rise',
  )
  t.equal(new Set(all.map(({ id }) => id)).size, all.length)
  t.same(
    all.map(({ created_at }) => created_at),
    all.map(({ created_at }) => created_at).toSorted(),
  )
  for (const { type, order_id, data, delivery } of all) {
    t.equal(data.order_id, order_id, type)
    t.strictSame(delivery, {
      status: 'not_subscribed',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: null,
      last_response_status: null,
    })
  }
  const of = (type: string) => all.find((event) => event.type === type)!.data
  const base = ['order_id', 'order_number']
  const fields: Record<string, string[]> = {
    'order.created': ['order_type', 'status', 'due_date', 'lender_reference'],
    'order.status_changed': ['status', 'previous_status', 'note'],
    'order.assigned': ['appraiser', 'assigned_at'],
    'order.on_hold': ['status', 'reason'],
    'order.resumed': ['status', 'reason'],
    'order.cancelled': ['status', 'reason'],
    'order.completed': ['status', 'report_format', 'revision', 'completed_at', 'documents'],
    'order.document_added': ['document'],
    'order.message_posted': ['message'],
    'order.revision_requested': ['revision_request'],
    'order.revision_responded': ['revision_request_id', 'status', 'response'],
    'order.due_date_changed': ['due_date', 'previous_due_date', 'requested_by'],
    'order.fee_changed': ['appraisal_fee', 'previous_appraisal_fee', 'currency', 'reason'],
  }
  for (const type of types) t.same(Object.keys(of(type)), [...base, ...fields[type]!], type)
  t.match(of('order.fee_changed'), { appraisal_fee: '700.00', previous_appraisal_fee: '525.00', currency: 'USD' })
  t.match(of('order.due_date_changed'), {
    previous_due_date: isoDate(api.now(), 20),
    due_date: isoDate(api.now(), 30),
    requested_by: 'company',
  })

  for (const per_page of [1, 2, 7, all.length - 1, all.length, 100]) {
    const walked: FeedEvent[] = []
    let cursor: string | null = null
    do {
      const one: Feed = await page({ per_page, ...(cursor !== null && { after: cursor }) })
      t.ok(one.data.length === per_page || one.next_cursor === null, 'only the last page is short')
      walked.push(...one.data)
      cursor = one.next_cursor
    } while (cursor !== null)
    t.same(walked, all, `pages of ${per_page}`)
  }
  const last = all.at(-1)!.id
  t.strictSame(await page({ after: last }), { data: [], next_cursor: null }, 'nothing after the last')
  t.equal((await page({ per_page: all.length })).next_cursor, null, 'a full last page is the last')
  t.same((await page({ after: 'evt_', per_page: 100 })).data, all, 'an id that no event has counts by its place')
  t.same((await page({ after: `${all[2]!.id}0`, per_page: 100 })).data, all.slice(3))
  t.same((await page({ after: 'zzz' })).data, [])

  for (const type of types)
    t.same(
      await api.events({ type }),
      all.filter((event) => event.type === type),
      type,
    )
  t.same(
    await api.events({ order_id: id }),
    all.filter(({ order_id }) => order_id === id),
  )
  t.same(
    await api.events({ order_id: id, type: 'order.status_changed', per_page: 2 }),
    all.filter((event) => event.order_id === id && event.type === 'order.status_changed'),
  )
  t.same(await api.events({ delivery_status: 'not_subscribed' }), all)
  for (const delivery_status of ['failed', 'dead_lettered']) t.same(await api.events({ delivery_status }), [])
  t.same(await api.events({ type: 'order.cancelled', order_id: id }), [], 'filters hold together')
  t.same(await api.events({ order_id: 'ord_none' }), [])

  for (const [name, value, status] of [
    ['type', 'order.exploded', 422],
    ['type', 'order.created,order.assigned', 422],
    ['delivery_status', 'lost', 422],
    ['per_page', '0', 422],
    ['per_page', '101', 422],
    ['per_page', 'x', 400],
  ] as const) {
    const code = status === 400 ? 'invalid_request' : 'validation_failed'
    refused(
      t,
      await api.call('main', 'GET', '/events', { query: { [name]: value } }),
      { status, code, fields: [name] },
      `${name}=${value}`,
    )
  }
})

t.test('an event stays in the feed for 30 days', async (t) => {
  const api = await start(t)
  const old = await api.create()
  await api.simulator.advance(86_400)
  const younger = await api.create()
  const [first, second] = await api.events()
  await api.simulator.advance(28.9 * 86_400)
  t.same(
    (await api.events()).map(({ order_id }) => order_id),
    [old.id, younger.id],
    'at 29.9 days',
  )
  await api.simulator.advance(0.2 * 86_400)
  t.same(
    (await api.events()).map(({ order_id }) => order_id),
    [younger.id],
    'at 30.1 days',
  )
  t.same(
    (await api.events({ after: first!.id })).map(({ id }) => id),
    [second!.id],
    'a cursor that has left still counts',
  )
  t.same(await api.events({ order_id: old.id }), [])
  t.equal((await api.read(old.id)).id, old.id, 'the order is there for longer')
  await api.simulator.advance(86_400)
  t.same(await api.events(), [])
})

t.test('the configuration changes field by field and never shows its secret', async (t) => {
  const api = await start(t)
  const put = (body: unknown) => api.call<Webhook>('main', 'PUT', '/webhook', { body })
  const url = 'https://hooks.example.test/appraisals?x=1&y=%C3%9C'
  const at = () => new Date(api.now()).toISOString()
  refused(t, await api.call('main', 'GET', '/webhook'), { status: 404, code: 'webhook_not_configured' })
  refused(t, await api.call('main', 'POST', '/webhook/test', { body: { type: 'order.created' } }), {
    status: 409,
    code: 'webhook_not_configured',
  })
  for (const body of [{}, { enabled: true, secret }])
    refused(
      t,
      (await put(body)) as never,
      { status: 422, code: 'validation_failed', fields: ['url:required'] },
      'a first PUT without a url',
    )
  refused(t, await api.call('main', 'GET', '/webhook'), { status: 404, code: 'webhook_not_configured' }, 'still none')

  const first = { url, enabled: true, events: ['*'], secret_set: false, secret_rotated_at: null, updated_at: at() }
  const created = await put({ url })
  t.same([created.status, created.body], [200, first])
  refused(
    t,
    await api.call('main', 'POST', '/webhook/test', { body: { type: 'order.created' } }),
    { status: 409, code: 'webhook_not_configured' },
    'a test without a secret',
  )
  await api.simulator.advance(10)
  const second = { ...first, secret_set: true, secret_rotated_at: at(), updated_at: at() }
  t.strictSame((await put({ secret })).body, second, 'the secret alone')
  await api.simulator.advance(10)
  t.strictSame(
    (await put({ url, secret, enabled: true, events: ['*'] })).body,
    second,
    'a PUT that changes nothing moves nothing',
  )
  const third = { ...second, events: ['order.completed', 'order.created'], updated_at: at() }
  t.strictSame(
    (await put({ events: ['order.completed', 'order.created', 'order.completed'] })).body,
    third,
    'the events alone, each once',
  )
  const fourth = { ...third, enabled: false }
  t.strictSame((await put({ enabled: false })).body, fourth)
  const fifth = { ...fourth, url: 'https://other.example.test/' }
  t.strictSame((await put({ url: fifth.url })).body, fifth, 'the address alone')
  t.strictSame((await put({ events: [] })).body, { ...fifth, events: [] })
  await api.simulator.advance(10)
  const rotated = await put({ secret: 'x'.repeat(32) })
  t.match(rotated.body, { secret_set: true, secret_rotated_at: at(), updated_at: at() })
  t.equal((await put({ secret: '🔑'.repeat(32) })).status, 200, 'characters count, not bytes')
  const read = await api.call<Webhook>('main', 'GET', '/webhook')
  t.same(Object.keys(read.body), ['url', 'enabled', 'events', 'secret_set', 'secret_rotated_at', 'updated_at'])
  t.notMatch(read.bytes.toString(), /🔑|a secret of/)

  const bad: [string, unknown[]][] = [
    [
      'url',
      ['http://hooks.example.test/', 'ftp://x.test', 'hooks.example.test', '', 'https://', 'https://hooks.example.test/Ü', ' https://hooks.example.test/', '/path', 7, null, [url]],
    ],
    ['secret', ['x'.repeat(31), '', 7, null, '🔑'.repeat(31)]],
    ['enabled', ['true', 1, null]],
    ['events', ['*', {}, null, 7]],
    ['events.0', [['order.exploded'], [7], ['ORDER.CREATED']]],
    [
      'events',
      [
        ['*', 'order.created'],
        ['order.created', '*'],
      ],
    ],
  ]
  for (const [field, values] of bad)
    for (const value of values) {
      const answer = await put({ [field.split('.')[0]!]: value })
      refused(
        t,
        answer as never,
        { status: 422, code: 'validation_failed', fields: [field] },
        `${field} ${JSON.stringify(value)}`,
      )
      if (field === 'secret' && value !== '')
        t.notMatch(answer.bytes.toString(), JSON.stringify(value), 'the secret does not come back')
    }
  const path = '/webhook'
  for (const body of ['', '{', '[]', 'null'])
    refused(
      t,
      await api.call('main', 'PUT', path, { body, headers: { 'content-type': 'application/json' } }),
      { status: 400, code: 'invalid_request' },
      body,
    )
  refused(t, await api.call('main', 'PUT', path, { body: '{}', headers: { 'content-type': 'text/plain' } }), {
    status: 415,
    code: 'unsupported_media_type',
  })
  t.strictSame((await api.call<Webhook>('main', 'GET', '/webhook')).body, read.body, 'and nothing changed')
})

t.test('a test sends one signed specimen of any type, and the feed does not know of it', async (t) => {
  const receiver = await startReceiver(t, { secret })
  const api = await start(t)
  await api.ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret, events: ['order.created'] } })
  for (const enabled of [true, false]) {
    await api.ok('main', 'PUT', '/webhook', { body: { enabled } })
    for (const type of types) {
      const result = await api.ok<Specimen>('main', 'POST', '/webhook/test', { body: { type } })
      const { envelope, verified, headers } = receiver.deliveries.at(-1)!
      t.match(result, {
        event_id: envelope.id,
        type,
        url: receiver.url,
        delivered: true,
        response_status: 204,
        attempted_at: new Date(api.now()).toISOString(),
      })
      t.ok(Number.isInteger(result.response_time_ms))
      t.ok(verified, 'signed')
      t.match(envelope, { type, api_version: '1.0.0', test: true, data: { order_id: /^ord_test_/ } })
      t.match(headers, {
        'x-service-event-id': envelope.id,
        'x-service-event-type': type,
        'user-agent': 'Service-Webhooks/1.0',
        'content-type': 'application/json',
      })
      const name = `${type
        .split(/[._]/)
        .map((word) => word[0]!.toUpperCase() + word.slice(1))
        .join('')}Event`
      t.same(judgeSchema(name, envelope), [], name)
    }
  }
  t.equal(receiver.deliveries.length, 26)
  t.same(await api.events(), [])
  for (const body of [{}, { type: 'order.exploded' }, { type: '*' }, { type: 7 }, { type: null }])
    refused(
      t,
      await api.call('main', 'POST', '/webhook/test', { body }),
      { status: 422, code: 'validation_failed', fields: ['type' in body ? 'type' : 'type:required'] },
      JSON.stringify(body),
    )
  refused(
    t,
    await api.call('main', 'POST', '/webhook/test', { body: '{', headers: { 'content-type': 'application/json' } }),
    { status: 400, code: 'invalid_request' },
  )
  refused(
    t,
    await api.call('main', 'POST', '/webhook/test', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    { status: 415, code: 'unsupported_media_type' },
  )
  t.equal(receiver.deliveries.length, 26)
})

t.test('a test says what became of a specimen that nobody took', async (t) => {
  let status = 500
  const receiver = await startReceiver(t, { secret, status: () => status })
  const api = await start(t)
  const test = () => api.ok<Specimen>('main', 'POST', '/webhook/test', { body: { type: 'order.created' } })
  await api.ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret } })
  t.match(await test(), { delivered: false, response_status: 500 })
  status = 302
  t.match(await test(), { delivered: false, response_status: 302 })
  status = 299
  t.match(await test(), { delivered: true, response_status: 299 })
  await api.simulator.advance(7200)
  t.equal(receiver.deliveries.length, 3, 'a specimen is not sent again')
  await api.ok('main', 'PUT', '/webhook', { body: { url: 'https://127.0.0.1:1/' } })
  t.match(await test(), { delivered: false, response_status: null, response_time_ms: Number })
})

t.test('the feed says how each delivery fares', async (t) => {
  let status = 200
  const receiver = await startReceiver(t, { secret, status: () => status })
  const api = await start(t)
  await api.ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret, events: ['order.created'] } })
  const stateOf = async (id: string, type: string) => (await api.events({ order_id: id, type }))[0]!.delivery
  const at = (ahead = 0) => new Date(api.now() + ahead).toISOString()

  const taken = await api.create()
  await api.simulator.idle()
  t.strictSame(await stateOf(taken.id, 'order.created'), {
    status: 'delivered',
    attempts: 1,
    last_attempt_at: at(),
    next_attempt_at: null,
    last_response_status: 200,
  })
  await api.act(taken.id, 'hold')
  await api.simulator.idle()
  t.match(await stateOf(taken.id, 'order.on_hold'), { status: 'not_subscribed', attempts: 0 })
  t.equal(receiver.deliveries.length, 1)
  const { envelope } = receiver.deliveries[0]!
  const [event] = await api.events({ order_id: taken.id, type: 'order.created' })
  t.strictSame(
    envelope,
    { id: event!.id, type: event!.type, created_at: event!.created_at, api_version: '1.0.0', data: event!.data },
    'the feed shows what was sent',
  )

  status = 503
  const failing = await api.create()
  await api.simulator.idle()
  t.strictSame(await stateOf(failing.id, 'order.created'), {
    status: 'failed',
    attempts: 1,
    last_attempt_at: at(),
    next_attempt_at: at(60_000),
    last_response_status: 503,
  })
  t.same(
    (await api.events({ delivery_status: 'failed' })).map(({ order_id }) => order_id),
    [failing.id],
  )
  const lost = await api.create()
  await api.simulator.advance(2 * 86_400)
  t.match(await stateOf(lost.id, 'order.created'), {
    status: 'dead_lettered',
    attempts: 9,
    next_attempt_at: null,
    last_response_status: 503,
  })
  t.equal((await api.events({ delivery_status: 'dead_lettered' })).length, 2)

  status = 200
  await api.ok('main', 'PUT', '/webhook', { body: { enabled: false } })
  const unheard = await api.create()
  await api.ok('main', 'PUT', '/webhook', { body: { enabled: true } })
  await api.simulator.advance(7200)
  t.match(
    await stateOf(unheard.id, 'order.created'),
    { status: 'not_subscribed', attempts: 0 },
    'raised while switched off',
  )
})

// The webhook configuration and its specimens (Endpoints / GET and PUT /webhook, POST /webhook/test).
import t from 'tap'
import { judgeSchema } from './judge-answer.ts'
import { eventTypes } from './samples.ts'
import { refused } from './refusal.ts'
import { start } from './support.ts'
import { startReceiver } from './webhook-receiver.ts'
import type { Webhook } from './wire-types.ts'

const secret = 'a secret of this test, with 43 characters.'
type Specimen = Record<'event_id' | 'type' | 'url' | 'attempted_at', string> & {
  delivered: boolean
  response_status: number | null
  response_time_ms: number | null
}

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
      [
        'http://hooks.example.test/',
        'ftp://x.test',
        'hooks.example.test',
        '',
        'https://',
        'https://hooks.example.test/Ü',
        ' https://hooks.example.test/',
        '/path',
        7,
        null,
        [url],
      ],
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
      const answer = await api.call('main', 'PUT', '/webhook', { body: { [field.split('.')[0]!]: value } })
      refused(
        t,
        answer,
        { status: 422, code: 'validation_failed', fields: [field] },
        `${field} ${JSON.stringify(value)}`,
      )
      if (field === 'secret') t.equal(answer.body.details![0]!.value, null, 'the secret does not come back')
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
    for (const type of eventTypes) {
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

t.test('no webhook reaches the control port', async (t) => {
  const api = await start(t, { allowHttpWebhooks: true })
  await api.create()
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.0.0.2']) {
    const { port } = new URL(api.simulator.controlUrl)
    const body = { url: `http://${host}:${port}/reset`, secret: 'x'.repeat(32), events: ['*'] }
    await api.ok('main', 'PUT', '/webhook', { body })
    const tried = await api.ok<{ delivered: boolean; response_status: number | null }>(
      'main',
      'POST',
      '/webhook/test',
      {
        body: { type: 'order.created' },
      },
    )
    t.match(tried, { delivered: false, response_status: null }, host)
  }
  t.equal((await api.ok<{ total: number }>('main', 'GET', '/orders')).total, 1, 'nothing was reset')
})

// Permitted readings of webhooks and deliveries: each shown over HTTP to differ from the default in its way.
import type { Test } from 'tap'
import t from 'tap'
import { start, unlimited, type Answer, type Api } from '../simulator/support.ts'
import { startReceiver, type Delivery } from '../simulator/webhook-receiver.ts'
import { issueClient, look, recordsOf, send, type Wire } from './feed.ts'
import { outcome, type Cases } from './shown.ts'

const day = 86_400
const secret = 'a secret of this test, with 43 characters.'
const url = 'https://hooks.example.test/appraisals'

const put =
  (body: Wire, show: (answer: Answer<Wire>) => unknown = outcome) =>
  async (api: Api) =>
    show(await send(api, 'PUT', '/webhook', body))
/** Two PUTs one after another, some seconds apart, and the configuration after each. */
const puts =
  (first: Wire, second: Wire, show: (before: Wire, after: Wire, answer: Answer<Wire>) => unknown) =>
  async (api: Api) => {
    const before = await send(api, 'PUT', '/webhook', first)
    await api.simulator.advance(10)
    const after = await send(api, 'PUT', '/webhook', second)
    return show(before.body, after.body, after)
  }
const get = async (api: Api) => outcome(await send(api, 'GET', '/webhook'))
const specimen =
  (type: unknown, ...before: Wire[]) =>
  async (api: Api) => {
    for (const body of before) await send(api, 'PUT', '/webhook', body)
    const answer = await send(api, 'POST', '/webhook/test', { type })
    return answer.status < 300 ? answer.body['delivered'] : outcome(answer)
  }
const dead = 'https://127.0.0.1:1/hook'
const testing =
  (show: (answer: Answer<Wire>) => unknown, ...before: Wire[]) =>
  async (api: Api) => {
    for (const body of before) await send(api, 'PUT', '/webhook', body)
    return show(await send(api, 'POST', '/webhook/test', { type: 'order.created' }))
  }
const field =
  (name: string) =>
  ({ body }: Answer<Wire>) =>
    body[name] ?? null

const twoCredentials = async (api: Api) => {
  await send(api, 'PUT', '/webhook', { url, secret })
  const { token } = await issueClient(api)
  return outcome(await send(api, 'GET', '/webhook', undefined, token))
}

const settings: Cases = {
  'webhooks.scope=credential': [twoCredentials, '404 webhook_not_configured'],
  'webhooks.read-before-configuration=empty-configuration': [get, '200'],
  'webhooks.read-before-configuration=status-409': [get, '409 webhook_not_configured'],
  'webhooks.test-before-configuration=status-404': [specimen('order.created'), '404 webhook_not_configured'],
  'webhooks.test-before-configuration=status-422': [specimen('order.created'), '422 webhook_not_configured'],
  'webhooks.test-before-configuration=status-400': [specimen('order.created'), '400 webhook_not_configured'],
  'webhooks.test-while-disabled=status-409': [
    testing(({ status }) => status, { url: dead, secret, enabled: false }),
    409,
  ],
  'webhooks.test-while-disabled=status-422': [
    testing(({ status }) => status, { url: dead, secret, enabled: false }),
    422,
  ],
  'webhooks.test-unsubscribed-type=refused': [
    specimen('order.created', { url: dead, secret, events: ['order.resumed'] }),
    '422 validation_failed',
  ],
  'webhooks.test-bad-type-status=semantic-422': [
    specimen('x', { url: dead, secret }),
    '422 semantic_validation_failed',
  ],
  'webhooks.test-bad-type-status=status-400': [specimen('x', { url: dead, secret }), '400 invalid_request'],
  'webhooks.test-without-type=own-choice': [specimen(undefined, { url: dead, secret }), false],
  'webhooks.test-unreachable-answer=both-null': [testing(field('response_time_ms'), { url: dead, secret }), null],
  'webhooks.test-success-status=status-201': [testing(({ status }) => status, { url: dead, secret }), 201],
  'webhooks.test-success-status=status-202': [testing(({ status }) => status, { url: dead, secret }), 202],
  'webhooks.put-success-status=status-201': [put({ url }, ({ status }) => status), 201],
  'webhooks.put-success-status=status-202': [put({ url }, ({ status }) => status), 202],
  'webhooks.put-without-url=always-required': [
    puts({ url, secret }, { enabled: true }, (_before, _after, answer) => outcome(answer)),
    '422 validation_failed',
  ],
  'webhooks.first-put-without-url-status=status-400': [put({ secret }), '400 invalid_request'],
  'webhooks.bad-value-status=semantic-422': [put({ url: 'nothing', secret }), '422 semantic_validation_failed'],
  'webhooks.bad-value-status=status-400': [put({ url: 'http://a.test/' }), '400 invalid_request'],
  'webhooks.enabled-default=disabled': [put({ url }, field('enabled')), false],
  'webhooks.events-default=every-type-listed': [
    put({ url }, ({ body }) => (body['events'] as string[] | undefined)?.length),
    13,
  ],
  'webhooks.events-default=none': [put({ url }, field('events')), []],
  'webhooks.events-default=refused': [put({ url }), '422 validation_failed'],
  'webhooks.no-secret=refused': [put({ url }), '422 validation_failed'],
  'webhooks.no-secret=own-secret': [put({ url }, field('secret_set')), true],
  'webhooks.empty-events=refused': [put({ url, secret, events: [] }), '422 validation_failed'],
  'webhooks.unknown-event-type=stored': [put({ url, secret, events: ['order.x'] }, field('events')), ['order.x']],
  'webhooks.star-with-types=as-star': [put({ url, secret, events: ['order.created', '*'] }, field('events')), ['*']],
  'webhooks.duplicate-types=as-sent': [
    put({ url, secret, events: ['order.created', 'order.created'] }, field('events')),
    ['order.created', 'order.created'],
  ],
  'webhooks.events-order=own-order': [
    put({ url, secret, events: ['order.cancelled', 'order.created'] }, field('events')),
    ['order.created', 'order.cancelled'],
  ],
  'webhooks.secret-length-unit=bytes': [put({ url, secret: 'é'.repeat(16) }, ({ status }) => status < 300), true],
  'webhooks.same-secret-again=moves': [
    puts(
      { url, secret },
      { secret, url },
      (before, after) => before['secret_rotated_at'] === after['secret_rotated_at'],
    ),
    false,
  ],
  'webhooks.first-secret-rotated-at=null-value': [put({ url, secret }, field('secret_rotated_at')), null],
  'webhooks.repeated-put-updated-at=moves': [
    puts({ url, secret }, { url }, (before, after) => before['updated_at'] === after['updated_at']),
    false,
  ],
  'webhooks.null-fields=as-omitted': [
    puts({ url, secret }, { url, events: null }, (_before, _after, { status }) => status < 300),
    true,
  ],
  'webhooks.private-addresses=refused': [
    put({ url: 'https://10.0.0.1/hook', secret }, ({ status }) => status < 300),
    false,
  ],
  'webhooks.url-form=normalised': [put({ url: 'https://hooks.test', secret }, field('url')), 'https://hooks.test/'],
}

/** A receiver of the test's own, to which the webhook of a simulator points. */
const received = async (t: Test, api: Api, status?: () => number) => {
  const receiver = await startReceiver(t, { secret, ...(status && { status }) })
  await send(api, 'PUT', '/webhook', { url: receiver.url, secret, events: ['order.created', 'order.on_hold'] })
  return receiver
}

/** What is delivered of an order with a name beyond ASCII, once the time given has passed. */
const deliveredOf = async (t: Test, readings: Record<string, string>, seconds = 0) => {
  const api = await start(t, { ...unlimited, readings })
  const { deliveries } = await received(t, api)
  const order = await api.create({ lender_reference: 'Zoë' })
  if (seconds > 0) await api.simulator.advance(seconds)
  await api.simulator.idle()
  return { api, deliveries, order, feed: () => recordsOf(api, order.id) }
}

const delivered: Record<string, [look: (delivery: Delivery) => unknown, seen: unknown]> = {
  'delivery.content-type-parameter=with-charset': [
    ({ headers }) => headers['content-type'],
    'application/json; charset=utf-8',
  ],
  'delivery.extra-headers=further-headers': [({ headers }) => headers['x-service-trace-id']?.length, 32],
  'delivery.hex-case=upper-case': [({ headers }) => /v1=[0-9A-F]{64}$/.test(headers['x-service-signature']!), true],
  'delivery.json-text=indented': [({ body }) => body.toString().startsWith('{\n  "id"'), true],
  'delivery.json-text=escaped': [({ body }) => body.includes('Zo\\u00eb'), true],
  'delivery.header-letter-case=lower-case': [({ names }) => names.includes('x-service-event-id'), true],
  'events.extra-envelope-fields=further-fields': [({ envelope }) => 'source' in envelope, true],
  'events.test-flag=false-value': [({ envelope }) => envelope.test ?? null, false],
}

t.test('deliveries', async (t) => {
  const { deliveries } = await deliveredOf(t, {})
  const [usual] = deliveries
  for (const [name, [look, seen]] of Object.entries(delivered)) {
    const [freedom = '', reading = ''] = name.split('=')
    const [varied] = (await deliveredOf(t, { [freedom]: reading })).deliveries
    t.ok(varied!.verified, `${name}: signed`)
    t.strictSame(look(varied!), seen, `${name}: as the reading says`)
    t.notSame(look(usual!), seen, `${name}: and not so by default`)
  }
})

t.test('deliveries in time', async (t) => {
  t.equal((await deliveredOf(t, { 'delivery.first-attempt-delay': 'few-seconds' })).deliveries.length, 0)
  t.equal((await deliveredOf(t, { 'delivery.first-attempt-delay': 'few-seconds' }, 3)).deliveries.length, 1)
  const polled = { 'delivery.first-attempt-delay': 'within-a-minute' }
  t.equal((await deliveredOf(t, polled, 29)).deliveries.length, 0)
  t.equal((await deliveredOf(t, polled, 61)).deliveries.length, 1)
  t.equal((await deliveredOf(t, { 'delivery.order-of-arrival': 'any-order' })).deliveries.length, 0)
  const { deliveries } = await deliveredOf(t, { 'delivery.receiver-certificates': 'verified' })
  t.equal(deliveries.length, 0, 'a certificate that nobody signed')
})

t.test('some deliveries come twice', async (t) => {
  const { api, deliveries } = await deliveredOf(t, { 'delivery.duplicates': 'sometimes' })
  for (let orders = 0; orders < 20; orders++) await api.create()
  await api.simulator.idle()
  const once = new Set(deliveries.map(({ envelope }) => envelope.id)).size
  t.equal(once, 21)
  t.ok(deliveries.length > once)
})

/** Domain seconds from each attempt to the next, at a receiver that refuses them all. */
const gaps = async (t: Test, readings: Record<string, string>) => {
  const api = await start(t, { ...unlimited, readings })
  await received(t, api, () => 503)
  const { id } = await api.create()
  const moments: number[] = []
  const fired = await api.simulator.advance(2 * day)
  for (const { at, what } of fired) if (what.startsWith('webhook attempt')) moments.push(Date.parse(at) / 1000)
  const { delivery } = (await recordsOf(api, id))[0]!
  return { gaps: moments.slice(1).map((moment, n) => Math.round(moment - moments[n]!)), delivery, api, id }
}

t.test('retries', async (t) => {
  const usual = await gaps(t, {})
  t.equal(usual.gaps.at(-1), 39_600)
  t.equal(usual.delivery.next_attempt_at, null)
  t.equal((await gaps(t, { 'delivery.ninth-attempt-gap': 'six-hours' })).gaps.at(-1), 21_540)
  const late = await gaps(t, { 'delivery.lateness': 'within-a-minute' })
  t.ok(late.gaps.some((gap, n) => gap > usual.gaps[n]!))
  const { delivery } = await gaps(t, { 'feed.next-attempt-when-done': 'last-value' })
  t.equal(delivery.next_attempt_at, delivery.last_attempt_at)
})

const words: [reading: Record<string, string>, status: number, seconds: number, word: string][] = [
  [{ 'feed.delivered-status-word': 'succeeded' }, 204, 0, 'succeeded'],
  [{ 'feed.delivered-status-word': 'another-word' }, 204, 0, 'acknowledged'],
  [{ 'feed.failed-meaning': 'pending-until-over' }, 503, 0, 'pending'],
  [{ 'feed.failed-meaning': 'pending-until-over', 'feed.pending-status-word': 'another-word' }, 503, 0, 'queued'],
  [{ 'feed.failed-meaning': 'pending-until-over' }, 503, 2 * day, 'dead_lettered'],
]

t.test('words for what became of a delivery', async (t) => {
  for (const [readings, status, seconds, word] of words) {
    const api = await start(t, { ...unlimited, readings })
    await received(t, api, () => status)
    const { id } = await api.create()
    await api.simulator.idle()
    if (seconds > 0) await api.simulator.advance(seconds)
    t.equal((await recordsOf(api, id))[0]!.delivery.status, word, JSON.stringify(readings))
    t.equal(((await look(api, `delivery_status=${word}&order_id=${id}`)).body['data'] as unknown[]).length, 1)
  }
  const zero = await start(t, { ...unlimited, readings: { 'feed.response-status-on-timeout': 'zero' } })
  await send(zero, 'PUT', '/webhook', { url: dead, secret })
  const { id } = await zero.create()
  await zero.simulator.idle()
  t.equal((await recordsOf(zero, id))[0]!.delivery.last_response_status, 0)
})

t.test('what waits while the webhook is disabled', async (t) => {
  for (const [reading, count] of [
    [{}, 0],
    [{ 'webhooks.missed-while-disabled': 'sent-later' }, 1],
  ] as const) {
    const api = await start(t, { ...unlimited, readings: reading })
    const { deliveries } = await received(t, api)
    await send(api, 'PUT', '/webhook', { url: dead, enabled: false })
    await api.create()
    await api.simulator.advance(100)
    await send(api, 'PUT', '/webhook', { url: (await received(t, api)).url, enabled: false })
    const other = await received(t, api)
    await send(api, 'PUT', '/webhook', { enabled: true })
    await api.simulator.advance(100)
    await api.simulator.idle()
    t.equal(deliveries.length + other.deliveries.length, count, JSON.stringify(reading))
  }
})

t.test('retries after a change of the webhook', async (t) => {
  const changed = async (readings: Record<string, string>, change: (url: string) => Wire) => {
    const api = await start(t, { ...unlimited, readings })
    const first = await received(t, api, () => 503)
    const second = await startReceiver(t, { secret })
    await api.create()
    await api.simulator.idle()
    await send(api, 'PUT', '/webhook', change(second.url))
    await api.simulator.advance(61)
    await send(api, 'PUT', '/webhook', { enabled: true })
    await api.simulator.advance(120)
    await api.simulator.idle()
    return [first.deliveries.length, second.deliveries.length]
  }
  const elsewhere = (url: string) => ({ url })
  t.same(await changed({}, elsewhere), [1, 1])
  const narrowed = () => ({ events: ['order.cancelled'] })
  t.same(await changed({}, narrowed), [2, 0])
  t.same(await changed({ 'webhooks.retries-after-unsubscribe': 'stop' }, narrowed), [1, 0])
  const off = () => ({ enabled: false })
  t.same(await changed({}, off), [1, 0])
  t.same(await changed({ 'webhooks.retries-while-disabled': 'waiting' }, off), [2, 0])
})

t.test('a test while the webhook is disabled', async (t) => {
  for (const [readings, sent] of [
    [{}, 1],
    [{ 'webhooks.test-while-disabled': 'not-delivered' }, 0],
  ] as const) {
    const api = await start(t, { ...unlimited, readings })
    const { deliveries } = await received(t, api)
    await send(api, 'PUT', '/webhook', { enabled: false })
    const { body } = await send(api, 'POST', '/webhook/test', { type: 'order.created' })
    t.equal(body['delivered'], sent === 1)
    t.equal(deliveries.length, sent)
  }
})

t.test('a test of a type that is not subscribed to', async (t) => {
  for (const [readings, sent] of [
    [{}, 1],
    [{ 'webhooks.test-unsubscribed-type': 'not-delivered' }, 0],
  ] as const) {
    const api = await start(t, { ...unlimited, readings })
    const { deliveries } = await received(t, api)
    const { body } = await send(api, 'POST', '/webhook/test', { type: 'order.cancelled' })
    t.equal(body['delivered'], sent === 1)
    t.equal(deliveries.length, sent)
  }
})

t.test('a URL that is tried when it is set', async (t) => {
  for (const [readings, tried] of [
    [{}, 0],
    [{ 'webhooks.url-probe': 'unsigned-post' }, 1],
  ] as const) {
    const api = await start(t, { ...unlimited, readings })
    const { deliveries } = await received(t, api)
    await send(api, 'PUT', '/webhook', { enabled: true })
    t.equal(deliveries.length, tried, 'once, when the URL is another one')
    for (const { headers, body } of deliveries)
      t.same([headers['x-service-signature'], body.toString()], [undefined, '{}'])
  }
})

/** A first PUT is a first one only where there was none before. */
t.test('settings', async (t) => {
  for (const [name, [look, seen]] of Object.entries(settings)) {
    const [freedom = '', reading = ''] = name.split('=')
    t.strictSame(await look(await start(t, { ...unlimited, readings: { [freedom]: reading } })), seen, name)
    t.notSame(await look(await start(t, unlimited)), seen, `${name}: and not so by default`)
  }
})

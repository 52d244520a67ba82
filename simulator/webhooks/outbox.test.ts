// The webhook sender against real receivers on loopback: schedule, signatures, failures, and what it will not do.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import t from 'tap'
import type { Test } from 'tap'
import { webhooks } from '../behaviour/webhooks.ts'
import type { RaisedEvent, Webhooks } from '../behaviour/webhooks.ts'
import type { Event, WebhookConfiguration } from '../domain/records.ts'
import { createClock } from '../time/create-clock.ts'
import { createIds } from '../time/ids.ts'
import { createAddressGuard } from './address-guard.ts'
import type { Attempt } from './journal.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxOptions } from './outbox.ts'

const START = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SECRET = 'the first secret, more than 32 characters long'
/** Seconds after the event at which the contract's table has the nine attempts. */
const OFFSETS = [0, 60, 360, 2_160, 9_360, 23_760, 45_360, 66_960, 106_560]

const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec' })

type Received = { method: string; path: string; headers: Record<string, string>; names: string[]; body: Buffer }
type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

const answering =
  (...statuses: number[]): Answer =>
  (_request, response) =>
    void response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end('noted')

/** A receiver that keeps what it gets; its answer may be replaced at any time. */
async function receiver(t: Test, answer: Answer, scheme: 'https' | 'http' = 'https') {
  const got: Received[] = []
  const it = { url: '', got, answer, connections: 0, open: 0, mostOpen: 0 }
  const listen: RequestListener = async (raw, response) => {
    it.mostOpen = Math.max(it.mostOpen, ++it.open)
    response.once('close', () => (it.open -= 1))
    const chunks: Buffer[] = []
    for await (const chunk of raw) chunks.push(chunk as Buffer)
    const headers = raw.headers as Record<string, string>
    const names = raw.rawHeaders.filter((_, n) => n % 2 === 0)
    const request = { method: raw.method!, path: raw.url!, headers, names, body: Buffer.concat(chunks) }
    got.push(request)
    it.answer(request, response, raw)
  }
  const { private: key, cert } = certificate
  const server: Server = scheme === 'https' ? createHttpsServer({ key, cert }, listen) : createHttpServer(listen)
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', () => (it.connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  it.url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  t.teardown(async () => {
    ;(server as unknown as { closeAllConnections(): void }).closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return it
}

const contract = {
  webhooks: {
    api_version: '1.0.0',
    retry_delays_seconds: [60, 300, 1_800, 7_200, 14_400, 21_600, 21_600, 39_600],
    timeout_seconds: 10,
  },
}

type World = Partial<OutboxOptions> & { decide?: Partial<Webhooks>; events?: Map<string, Event> }

/** An outbox with a manual clock and a store of two maps; `hook` is the one account's configuration. */
function world(t: Test, url: string | null, { decide, events: kept, ...more }: World = {}) {
  const events = kept ?? new Map<string, Event>()
  const hooks = new Map<string, WebhookConfiguration>()
  const hook = (change: Partial<WebhookConfiguration>) => {
    const before = hooks.get('len_a:sandbox')
    const fresh = {
      account: 'len_a:sandbox',
      url,
      enabled: true,
      events: ['*'],
      secret: SECRET,
      secret_rotated_at: null,
      updated_at: null,
    }
    hooks.set('len_a:sandbox', { ...(before ?? fresh), ...change })
  }
  hook({})
  const table = <T>(map: Map<string, T>, keyOf: (row: T) => string) => ({
    get: (id: string) => map.get(id),
    put: (row: T) => void map.set(keyOf(row), row),
    delete: (id: string) => void map.delete(id),
    values: () => map.values(),
    get size() {
      return map.size
    },
  })
  const clock = more.clock ?? createClock({ mode: 'manual', start: START })
  const ids = createIds()
  const attempts: Attempt[] = []
  const dead: Event[] = []
  const outbox = createOutbox({
    store: {
      events: table(events, (row) => row.id),
      webhooks: table(hooks, (row) => row.account),
      undelivered: () => [...events.values()].filter(({ delivery }) => delivery.next_attempt_at !== null),
      flush: async () => {},
    },
    clock,
    ids,
    behaviour: { ...webhooks(contract), ...decide },
    log: { info: () => {}, warn: () => {} },
    allowHttp: false,
    verifyTls: false,
    onAttempt: (attempt) => attempts.push(attempt),
    onDeadLetter: (event) => dead.push(event),
    ...more,
  })
  t.teardown(async () => {
    clock.close()
    await outbox.close()
  })
  const raise = (change: Partial<RaisedEvent> = {}) => {
    const now = clock.now()
    const order_id = ids.next('ord', now)
    const data = {
      order_id,
      order_number: '26-1001',
      appraiser: { name: 'Zoë Łukasz 家' },
      assigned_at: new Date(now).toISOString(),
    }
    return outbox.raise({
      id: ids.next('evt', now),
      account: 'len_a:sandbox',
      type: 'order.assigned',
      created_at: now,
      order_id,
      data,
      ...change,
    })
  }
  const delivery = (id: string) => events.get(id)!.delivery
  return { outbox, clock, events, hook, hooks, attempts, dead, raise, delivery }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const signatureOf = ({ headers }: Received) =>
  /^t=(?<t>\d+),v1=(?<v1>[0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '')!.groups!
const verifies = (request: Received, secret: string) => {
  const { t, v1 } = signatureOf(request)
  return (
    v1 ===
    createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${t}.`), request.body]))
      .digest('hex')
  )
}

t.test('the whole day: nine attempts at the stated times, a dead letter, and no tenth', async (t) => {
  const hook = await receiver(t, answering(500))
  let wire = Date.UTC(2026, 5, 1)
  const { outbox, clock, attempts, dead, raise, delivery } = world(t, hook.url, { wire: () => (wire += 61_000) })
  const event = raise()
  t.same(delivery(event.id), {
    status: 'pending',
    attempts: 0,
    last_attempt_at: null,
    next_attempt_at: START,
    last_response_status: null,
  })
  await outbox.idle()
  t.same(delivery(event.id), {
    status: 'failed',
    attempts: 1,
    last_attempt_at: START,
    next_attempt_at: START + MINUTE,
    last_response_status: 500,
  })
  const fired = await clock.advance(START + 40 * HOUR)
  t.same(
    fired.map(({ at, what, subject }) => [(Date.parse(at) - START) / 1000, what, subject]),
    OFFSETS.slice(1).map((offset, n) => [offset, `webhook attempt ${n + 2}`, event.id]),
  )
  t.same(
    attempts.map(({ started_at, number }) => [(started_at - START) / 1000, number]),
    OFFSETS.map((offset, n) => [offset, n + 1]),
  )
  t.equal(hook.got.length, 9)
  t.same(delivery(event.id), {
    status: 'dead_lettered',
    attempts: 9,
    last_attempt_at: START + 106_560_000,
    next_attempt_at: null,
    last_response_status: 500,
  })
  t.same(
    dead.map(({ id }) => id),
    [event.id],
  )
  t.ok(
    hook.got.every((request) => verifies(request, SECRET)),
    'every attempt verifies',
  )
  t.equal(new Set(hook.got.map((request) => signatureOf(request).t)).size, 9, 'every attempt has a t of its own')
  t.equal(new Set(hook.got.map(({ body }) => body.toString('hex'))).size, 1, 'all have the same bytes')
  t.equal(hook.got[0]!.body.toString(), event.body)
  t.equal(new Set(hook.got.map(({ headers }) => headers['x-service-event-id'])).size, 1)
  t.same(await clock.advance(START + 60 * DAY), [])
  t.equal(hook.got.length, 9)
})

t.test('t is real time, whatever the domain clock shows', async (t) => {
  const hook = await receiver(t, answering(200))
  const { outbox, raise } = world(t, hook.url.replace('127.0.0.1', 'localhost'))
  const before = Math.floor(Date.now() / 1000)
  raise()
  await outbox.idle()
  const sent = Number(signatureOf(hook.got[0]!).t)
  t.ok(sent >= before && sent <= Date.now() / 1000)
})

t.test('a delivery is a POST with the headers of the contract, its length stated, and the query kept', async (t) => {
  const hook = await receiver(t, (_request, response) => void response.writeHead(204, { 'X-Receiver': 'seven' }).end())
  const { outbox, raise, attempts } = world(t, `${hook.url}?tenant=7#part`)
  const event = raise()
  await outbox.idle()
  const [request] = hook.got
  t.match(request, { method: 'POST', path: '/hook?tenant=7' })
  t.same(request!.names.toSorted(), [
    'Content-Type',
    'User-Agent',
    'X-Service-Event-Id',
    'X-Service-Event-Type',
    'X-Service-Signature',
    'connection',
    'content-length',
    'host',
  ])
  t.match(request!.headers, {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event-id': event.id,
    'x-service-event-type': 'order.assigned',
    'content-length': String(Buffer.byteLength(event.body)),
    host: new URL(hook.url).host,
  })
  t.same(JSON.parse(request!.body.toString()), {
    id: event.id,
    type: 'order.assigned',
    created_at: '2026-01-05T12:00:00.000Z',
    api_version: '1.0.0',
    data: event.data,
  })
  t.match(attempts[0], {
    accepted: true,
    url: `${hook.url}?tenant=7#part`,
    response: { status: 204, headers: [['X-Receiver', 'seven']], body: '', truncated: false },
    request: { body: event.body },
  })
  t.same(
    attempts[0]!.request.headers.map(([name, value]) => [name.toLowerCase(), value]).toSorted(),
    Object.entries(request!.headers)
      .filter(([name]) => name !== 'host' && name !== 'connection')
      .toSorted(),
  )
})

t.test('a success on the third attempt ends the deliveries', async (t) => {
  const hook = await receiver(t, answering(503, 401, 202))
  const { outbox, clock, raise, delivery } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  const fired = await clock.advance(START + 40 * HOUR)
  t.same(
    fired.map(({ outcome }) => outcome),
    ['failed: 401', 'delivered: 202'],
  )
  t.equal(hook.got.length, 3)
  const last = { last_attempt_at: START + 360_000, last_response_status: 202 }
  t.same(delivery(id), { status: 'delivered', attempts: 3, next_attempt_at: null, ...last })
  t.same(
    outbox.attemptsOf(id).map(({ response }) => response?.status),
    [503, 401, 202],
  )
})

t.test('a retry after a rotation is signed with the new secret, and goes to the new URL', async (t) => {
  const [hook, moved] = [await receiver(t, answering(500)), await receiver(t, answering(500, 200))]
  const { outbox, clock, raise, hook: set } = world(t, hook.url)
  raise()
  await outbox.idle()
  set({ secret: 'the second secret, longer than 32 characters' })
  await clock.advance(START + MINUTE)
  set({ url: moved.url })
  await clock.advance(START + 6 * MINUTE)
  t.same([hook.got.length, moved.got.length], [2, 1])
  t.ok(verifies(hook.got[0]!, SECRET))
  t.notOk(verifies(hook.got[1]!, SECRET))
  for (const request of [hook.got[1]!, moved.got[0]!])
    t.ok(verifies(request, 'the second secret, longer than 32 characters'))
})

t.test('a redirect is not followed and counts as a failed attempt', async (t) => {
  const elsewhere = await receiver(t, answering(200))
  for (const status of [301, 302, 307, 308]) {
    const hook = await receiver(
      t,
      (_request, response) => void response.writeHead(status, { Location: elsewhere.url }).end(),
    )
    const { outbox, raise, delivery } = world(t, hook.url)
    const { id } = raise()
    await outbox.idle()
    t.match(delivery(id), {
      status: 'failed',
      attempts: 1,
      last_response_status: status,
      next_attempt_at: START + MINUTE,
    })
  }
  t.equal(elsewhere.got.length, 0)
})

t.test('a behaviour that follows redirects is obeyed, within a bound and not past the guard', async (t) => {
  const elsewhere = await receiver(t, answering(200))
  const targets = [elsewhere.url, 'https://169.254.169.254/latest', '/again']
  const hook = await receiver(t, (request, response) => {
    const location = request.path === '/again' ? '/again' : targets.shift()
    response.writeHead(307, { Location: location! }).end()
  })
  const { outbox, raise } = world(t, hook.url, { decide: { followRedirects: true } })
  const results: unknown[] = []
  for (let n = 0; n < 3; n++) {
    const { id } = raise()
    await outbox.idle()
    const [attempt] = outbox.attemptsOf(id)
    results.push(attempt!.response?.status ?? attempt!.error?.code)
  }
  t.same(results, [200, 'address_refused', 'too_many_redirects'])
  t.equal(elsewhere.got[0]!.method, 'POST')
})

t.test('a receiver that is too slow has failed the attempt, with no response status', async (t) => {
  const hook = await receiver(t, () => {})
  const { outbox, raise, delivery } = world(t, hook.url, { decide: { timeoutMs: 60 } })
  const { id } = raise()
  await outbox.idle()
  const last = { last_attempt_at: START, last_response_status: null }
  t.same(delivery(id), { status: 'failed', attempts: 1, next_attempt_at: START + MINUTE, ...last })
  t.match(outbox.attemptsOf(id), [{ error: { code: 'timeout' }, response: null, accepted: false, answered_ms: null }])
})

t.test('the time limit covers the connection, and the body of the answer too', async (t) => {
  const drip = await receiver(t, (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 10)
    response.once('close', () => clearInterval(timer))
  })
  const mute = createHttpServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  t.teardown(() => mute.close())
  mute.on('connection', (socket) => socket.on('error', () => {}))
  mute.removeAllListeners('connection')
  const silent = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`
  const outcome = async (url: string, needsWholeAnswer: boolean) => {
    const { outbox, raise, delivery } = world(t, url, { decide: { timeoutMs: 300, needsWholeAnswer } })
    const { id } = raise()
    await outbox.idle()
    const [attempt] = outbox.attemptsOf(id)
    return { ...delivery(id), error: attempt!.error?.code, truncated: attempt!.response?.truncated }
  }
  t.match(await outcome(silent, false), { status: 'failed', last_response_status: null, error: 'timeout' })
  t.match(await outcome(drip.url, true), { status: 'failed', last_response_status: null, error: 'timeout' })
  t.match(await outcome(drip.url, false), { status: 'delivered', last_response_status: 200, truncated: true })
})

t.test('a connection that is cut, refused or not TLS fails the attempt, with no response status', async (t) => {
  const cut = await receiver(t, (_request, _response, raw) => void raw.socket.destroy())
  const cutInBody = await receiver(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => response.destroy())
  })
  const plain = await receiver(t, answering(200), 'http')
  const closed = createHttpServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const cases: [url: string, code: string][] = [
    [cut.url, 'connection_lost'],
    [cutInBody.url, 'connection_lost'],
    [`https://127.0.0.1:${port}/`, 'connection_failed'],
    [plain.url.replace('http:', 'https:'), 'tls_failure'],
    ['not a url', 'invalid_url'],
    ['ftp://127.0.0.1/', 'invalid_url'],
  ]
  for (const [url, code] of cases) {
    const { outbox, raise, delivery } = world(t, url, { decide: { needsWholeAnswer: true } })
    const { id } = raise()
    await outbox.idle()
    t.match(
      delivery(id),
      { status: 'failed', attempts: 1, last_response_status: null, next_attempt_at: START + MINUTE },
      url,
    )
    t.match(outbox.attemptsOf(id), [{ error: { code }, response: null }], url)
  }
})

t.test('an answer of any size is read only to its bound, and its status counts', async (t) => {
  let wrote = 0
  const hook = await receiver(t, (_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && wrote < 50_000_000) {
        wrote += 10_000
        if (!response.write('x'.repeat(10_000))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const { outbox, raise, delivery } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  t.match(delivery(id), { status: 'delivered', last_response_status: 200 })
  const [attempt] = outbox.attemptsOf(id)
  t.match(attempt!.response, { truncated: true })
  t.equal(attempt!.response!.body.length, 20_000)
  t.ok(wrote < 50_000_000, `the receiver could write ${wrote} bytes`)
})

t.test('link-local and metadata addresses are refused at every attempt, by name too', async (t) => {
  const hook = await receiver(t, answering(500))
  const answers = ['127.0.0.1', '169.254.169.254']
  const guard = createAddressGuard(async () => [{ address: answers.shift() ?? '169.254.169.254', family: 4 }])
  const { outbox, clock, raise, delivery } = world(t, hook.url.replace('127.0.0.1', 'moving.example'), { guard })
  const { id } = raise()
  await outbox.idle()
  t.match(delivery(id), { last_response_status: 500 })
  t.equal(hook.got[0]!.headers.host, new URL(hook.url.replace('127.0.0.1', 'moving.example')).host)
  await clock.advance(START + MINUTE)
  t.match(delivery(id), { status: 'failed', attempts: 2, last_response_status: null })
  t.match(outbox.attemptsOf(id)[1], { error: { code: 'address_refused' } })
  t.equal(hook.got.length, 1)
})

t.test('plain HTTP is refused unless allowed', async (t) => {
  const hook = await receiver(t, answering(200), 'http')
  const strict = world(t, hook.url)
  const { id } = strict.raise()
  await strict.outbox.idle()
  t.match(strict.delivery(id), { status: 'failed', last_response_status: null })
  t.match(strict.outbox.attemptsOf(id), [{ error: { code: 'plain_http_refused' } }])
  t.equal(hook.got.length, 0)
  const lax = world(t, hook.url, { allowHttp: true })
  const { id: other } = lax.raise()
  await lax.outbox.idle()
  t.match(lax.delivery(other), { status: 'delivered' })
})

t.test('a self-signed certificate is refused when told to verify, and always away from loopback', async (t) => {
  const hook = await receiver(t, answering(200))
  const away = async () => ({ addresses: [{ address: '127.0.0.1', family: 4 as const }], loopback: false })
  for (const more of [{ verifyTls: true }, { guard: away }]) {
    const { outbox, raise, delivery } = world(t, hook.url, more)
    const { id } = raise()
    await outbox.idle()
    t.match(delivery(id), { status: 'failed', last_response_status: null })
    t.match(outbox.attemptsOf(id), [{ error: { code: 'tls_failure' } }])
  }
  t.equal(hook.got.length, 0)
})

t.test('an event nobody subscribed to is kept and never sent', async (t) => {
  const hook = await receiver(t, answering(200))
  const lacks: Partial<WebhookConfiguration>[] = [
    { events: ['order.created'] },
    { enabled: false },
    { url: null },
    { secret: null },
  ]
  for (const lack of lacks) {
    const { outbox, clock, raise, delivery, hook: set, events } = world(t, hook.url)
    set(lack)
    const { id } = raise()
    await outbox.idle()
    t.same(await clock.advance(START + 2 * DAY), [])
    t.ok(events.has(id))
    t.same(delivery(id), {
      status: 'not_subscribed',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: null,
      last_response_status: null,
    })
  }
  const { outbox, raise, delivery, hooks } = world(t, hook.url)
  hooks.clear()
  const { id } = raise()
  await outbox.idle()
  t.match(delivery(id), { status: 'not_subscribed' })
  t.equal(hook.got.length, 0)
})

t.test('switching delivery off between attempts drops the attempts that remain', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  set({ enabled: false })
  const fired = await clock.advance(START + HOUR)
  t.same(
    fired.map(({ outcome }) => outcome),
    ['stopped: delivery is switched off'],
  )
  const last = { last_attempt_at: START, last_response_status: 500 }
  t.same(delivery(id), { status: 'failed', attempts: 1, next_attempt_at: null, ...last })
  set({ enabled: true })
  await clock.advance(START + 2 * DAY)
  t.equal(hook.got.length, 1)
})

t.test('attempts may wait while delivery is switched off, where a behaviour says so', async (t) => {
  const hook = await receiver(t, answering(500, 200))
  const decide: Partial<Webhooks> = { whileSwitchedOff: (now) => now + 10 * MINUTE }
  const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url, { decide })
  const { id } = raise()
  await outbox.idle()
  set({ enabled: false })
  await clock.advance(START + HOUR)
  t.match(delivery(id), { status: 'failed', attempts: 1, next_attempt_at: START + 61 * MINUTE })
  set({ enabled: true })
  await clock.advance(START + 2 * HOUR)
  t.match(delivery(id), { status: 'delivered', attempts: 2, last_attempt_at: START + 61 * MINUTE })
  t.equal(hook.got.length, 2)
})

t.test('an attempt goes out late, to another URL or twice, where a behaviour says so', async (t) => {
  const [hook, first] = [await receiver(t, answering(200)), await receiver(t, answering(200))]
  const decide: Partial<Webhooks> = { lateBy: () => 3_000, urlFor: () => first.url, repeatsAfterSuccess: () => true }
  const { clock, raise, delivery, outbox } = world(t, hook.url, { decide })
  const { id } = raise()
  const fired = await clock.advance(START + 10_000)
  t.match(fired, [{ at: new Date(START + 3_000).toISOString(), outcome: 'delivered: 200' }])
  t.match(delivery(id), { status: 'delivered', attempts: 1, last_attempt_at: START + 3_000 })
  t.match(outbox.attemptsOf(id), [
    { kind: 'scheduled', number: 1 },
    { kind: 'repeat', number: null },
  ])
  t.same([hook.got.length, first.got.length], [0, 2])
  t.equal(first.got[0]!.body.toString(), first.got[1]!.body.toString())
})

t.test('a repeat after a rotation during its attempt is signed with the new secret', async (t) => {
  const rotated = 'the second secret, longer than 32 characters'
  const hook = await receiver(t, (_request, response) => {
    set({ secret: rotated })
    response.writeHead(200).end()
  })
  const { outbox, raise, hook: set } = world(t, hook.url, { decide: { repeatsAfterSuccess: () => true } })
  raise()
  await outbox.idle()
  t.same(
    hook.got.map((request) => [verifies(request, SECRET), verifies(request, rotated)]),
    [
      [true, false],
      [false, true],
    ],
  )
})

t.test(
  'off and on again before the next attempt is due changes nothing, and neither does a narrowed subscription',
  async (t) => {
    const hook = await receiver(t, answering(500, 200))
    const { outbox, clock, raise, delivery, hook: set } = world(t, hook.url)
    const { id } = raise()
    await outbox.idle()
    set({ enabled: false })
    set({ enabled: true, events: ['order.created'] })
    await clock.advance(START + MINUTE)
    t.match(delivery(id), { status: 'delivered', attempts: 2 })
  },
)

t.test('a specimen is signed, marked, sent once and kept out of the feed', async (t) => {
  const hook = await receiver(t, answering(200))
  const { outbox, clock, events, hooks } = world(t, hook.url)
  const result = await outbox.specimen(hooks.get('len_a:sandbox')!, 'order.fee_changed', clock.now())
  const [request] = hook.got
  const envelope = JSON.parse(request!.body.toString()) as Record<string, never>
  t.match(result, {
    type: 'order.fee_changed',
    url: hook.url,
    delivered: true,
    response_status: 200,
    attempted_at: START,
  })
  t.type(result.response_time_ms, 'number')
  t.ok(verifies(request!, SECRET))
  t.match(envelope, { id: result.event_id, type: 'order.fee_changed', test: true, api_version: '1.0.0' })
  t.match(envelope.data, { order_id: /^ord_test_/, appraisal_fee: '650.00', currency: 'USD' })
  t.match(request!.headers, { 'x-service-event-id': result.event_id, 'x-service-event-type': 'order.fee_changed' })
  t.match(result.event_id, /^evt_/)
  t.equal(events.size, 0)
  t.match(outbox.attemptsOf(result.event_id), [{ kind: 'specimen', number: null }])
})

t.test('a specimen that fails is told as it went and not retried, subscribed to or not', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, hooks, hook: set } = world(t, hook.url, { decide: { timeoutMs: 60 } })
  set({ events: [] })
  const configuration = hooks.get('len_a:sandbox')!
  t.match(await outbox.specimen(configuration, 'order.created', clock.now()), {
    delivered: false,
    response_status: 500,
  })
  hook.answer = () => {}
  const silent = await outbox.specimen(configuration, 'order.created', clock.now())
  t.match(silent, { delivered: false, response_status: null })
  t.ok(silent.response_time_ms! >= 50, 'it tells the time waited')
  t.same(await clock.advance(START + 2 * DAY), [])
  t.equal(hook.got.length, 2)
  await t.rejects(outbox.specimen({ ...configuration, url: null }, 'order.created', START), {
    code: 'webhook_not_configured',
  })
})

t.test('events keep schedules of their own', async (t) => {
  const hook = await receiver(t, (request, response) => {
    const { type } = JSON.parse(request.body.toString()) as { type: string }
    response.writeHead(type === 'order.created' ? 500 : 200).end()
  })
  const { outbox, clock, raise, delivery, attempts } = world(t, hook.url)
  const failing = raise({ type: 'order.created' })
  await clock.advance(START + 30_000)
  const fine = raise()
  await outbox.idle()
  const second = raise({ type: 'order.created' })
  await clock.advance(START + 7 * MINUTE)
  t.match(delivery(fine.id), { status: 'delivered', attempts: 1 })
  const offsets = (id: string) =>
    attempts.filter(({ event_id }) => event_id === id).map(({ started_at }) => (started_at - START) / 1000)
  t.same(offsets(failing.id), [0, 60, 360])
  t.same(offsets(second.id), [30, 90, 390])
})

t.test('resuming after a restart makes the attempts that are owed, the one broken off included', async (t) => {
  const hook = await receiver(t, answering(500))
  const first = world(t, hook.url)
  const failed = first.raise()
  await first.outbox.idle()
  hook.answer = () => {}
  const cut = first.raise()
  await until(() => hook.got.length === 2)
  first.clock.close()
  await first.outbox.close()
  await until(() => hook.open === 0)
  t.match(first.delivery(cut.id), { status: 'pending', attempts: 0, next_attempt_at: START })
  t.same(first.outbox.attemptsOf(cut.id), [])
  hook.answer = answering(200)
  const clock = createClock({ mode: 'manual', start: START + 30_000 })
  const second = world(t, hook.url, { events: first.events, clock })
  t.equal(second.outbox.resume(), 2)
  await second.outbox.idle()
  t.match(second.delivery(cut.id), { status: 'delivered', attempts: 1 })
  t.match(second.delivery(failed.id), { status: 'failed', attempts: 1 })
  await clock.advance(START + MINUTE)
  t.match(second.delivery(failed.id), { status: 'delivered', attempts: 2, last_attempt_at: START + MINUTE })
  t.equal(hook.got[1]!.body.toString(), hook.got[2]!.body.toString())
})

t.test('a redelivery by hand that succeeds ends the schedule; one that fails leaves it alone', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, delivery } = world(t, hook.url)
  const { id, body } = raise()
  await outbox.idle()
  const before = delivery(id)
  t.match(await outbox.redeliver(id), { kind: 'redelivery', number: null, accepted: false })
  t.same(delivery(id), before)
  hook.answer = answering(200)
  t.match(await outbox.redeliver(id), { accepted: true })
  t.match(delivery(id), { status: 'delivered', attempts: 1, next_attempt_at: null, last_response_status: 200 })
  t.same(await clock.advance(START + 2 * DAY), [])
  t.ok(hook.got.every((request) => request.body.toString() === body && verifies(request, SECRET)))
  t.equal(outbox.attemptsOf(id).length, 3)
  for (let n = 0; n < 40; n++) await outbox.redeliver(id)
  t.equal(outbox.attemptsOf(id).length, 32, 'the journal of one event is bounded')
  t.notOk(
    outbox.attemptsOf(id).some(({ kind }) => kind === 'scheduled'),
    'and keeps the latest',
  )
})

t.test('a redelivery of an unknown event, or where nothing may be sent, is refused', async (t) => {
  const { outbox, raise, hook: set } = world(t, 'https://127.0.0.1:1/')
  await t.rejects(outbox.redeliver('evt_unknown'), { code: 'event_not_found' })
  set({ enabled: false })
  const { id } = raise()
  await t.rejects(outbox.redeliver(id), { code: 'webhook_disabled' })
  set({ url: null })
  await t.rejects(outbox.redeliver(id), { code: 'webhook_not_configured' })
})

t.test('what a behaviour replaces is what goes out', async (t) => {
  const hook = await receiver(t, answering(200))
  const decide: Partial<Webhooks> = {
    accepted: (status) => status === 201,
    timestamp: () => 12,
    signature: () => 'f'.repeat(64),
    bodyForRedelivery: (event, attempt) => `${event.body} ${attempt}`,
    schedule: [1],
  }
  const { outbox, clock, raise, delivery } = world(t, hook.url, { decide })
  const { id, body } = raise()
  await outbox.idle()
  await clock.advance(START + 1_000)
  t.same(
    hook.got.map((request) => request.body.toString()),
    [body, `${body} 2`],
  )
  t.equal(hook.got[1]!.headers['x-service-signature'], `t=12,v1=${'f'.repeat(64)}`)
  t.match(delivery(id), { status: 'dead_lettered', attempts: 2, last_response_status: 200 })
})

t.test('waiting for a busy receiver does not use up the time it has to answer', async (t) => {
  const hook = await receiver(t, (_request, response) => void setTimeout(() => response.writeHead(200).end(), 60))
  const { outbox, raise, delivery } = world(t, hook.url, { decide: { attemptsAtATime: 1, timeoutMs: 600 } })
  const ids = Array.from({ length: 12 }, () => raise().id)
  await outbox.idle()
  t.equal(hook.mostOpen, 1)
  t.same(
    ids.map((id) => delivery(id).status),
    ids.map(() => 'delivered'),
  )
  t.same(
    hook.got.map(({ headers }) => headers['x-service-event-id']),
    ids,
    'and the order is kept',
  )
})

t.test('a world that starts again forgets its schedule and its journal', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, events } = world(t, hook.url)
  const { id } = raise()
  await outbox.idle()
  events.clear()
  outbox.reset()
  t.same(outbox.attemptsOf(id), [])
  t.same(await clock.advance(START + 2 * DAY), [])
  t.equal(hook.got.length, 1)
})

t.test('hundreds of failing events go through their day in one advance, over few connections', async (t) => {
  const hook = await receiver(t, answering(500))
  const { outbox, clock, raise, events, dead } = world(t, hook.url)
  const failing = 400
  for (let n = 0; n < failing; n++) raise()
  await outbox.idle()
  const fired = await clock.advance(START + 30 * HOUR)
  t.equal(fired.length, 8 * failing)
  t.equal(hook.got.length, 9 * failing)
  t.ok([...events.values()].every(({ delivery }) => delivery.status === 'dead_lettered' && delivery.attempts === 9))
  t.equal(dead.length, failing)
  t.ok(hook.mostOpen <= webhooks(contract).attemptsAtATime, `${hook.mostOpen} attempts at a time`)
  t.ok(hook.connections <= failing, 'connections are kept')
  const kept = [...events.keys()].reduce((sum, id) => sum + outbox.attemptsOf(id).length, 0)
  // It drops the attempts of a whole event at a time.
  t.ok(kept > 2_000 - 9 && kept <= 2_000, `the journal keeps ${kept} attempts`)
})

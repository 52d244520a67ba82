// One delivery to a real receiver: what goes out, what counts as an answer, and how it fails.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createAddressGuard } from '../../simulator/webhooks/address-guard.ts'
import { MINUTE, START, answering, receiver, signatureOf, world } from './support.ts'
import { happens } from '../wait-for.ts'

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
  await happens(mute, 'listening')
  t.teardown(() => mute.close())
  mute.on('connection', (socket) => socket.on('error', () => {}))
  mute.removeAllListeners('connection')
  const silent = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`
  const outcome = async (url: string, needsWholeAnswer: boolean, timeoutMs = 100) => {
    const { outbox, raise, delivery } = world(t, url, { decide: { timeoutMs, needsWholeAnswer } })
    const { id } = raise()
    await outbox.idle()
    const [attempt] = outbox.attemptsOf(id)
    return { ...delivery(id), error: attempt!.error?.code, truncated: attempt!.response?.truncated }
  }
  t.match(await outcome(silent, false), { status: 'failed', last_response_status: null, error: 'timeout' })
  t.match(await outcome(drip.url, true), { status: 'failed', last_response_status: null, error: 'timeout' })
  // Its head must come in time.
  t.match(await outcome(drip.url, false, 1_500), { status: 'delivered', last_response_status: 200, truncated: true })
})

t.test('a connection that is cut, refused or not TLS fails the attempt, with no response status', async (t) => {
  const cut = await receiver(t, (_request, _response, raw) => void raw.socket.destroy())
  const cutInBody = await receiver(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => response.destroy())
  })
  const plain = await receiver(t, answering(200), 'http')
  const closed = createHttpServer().listen(0, '127.0.0.1')
  await happens(closed, 'listening')
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

t.test(
  'a self-signed certificate is refused where certificates are verified, and always away from loopback',
  async (t) => {
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
  },
)

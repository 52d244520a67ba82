// Calls of a target: tokens, refusals for the rate, renewals, and what is recorded.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createHttp } from './http-client.ts'
import { jsonOf, type Exchange } from '../evidence/exchange.ts'
import { createPacing } from './pacing.ts'
import { parseProfile } from './profile.ts'
import { chunkedHeader, createWire, type Wire, type WireRequest } from './send.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'

/** Time that passes only by sleeping. */
const clockwork = () => {
  let at = 0
  return { now: () => at, sleep: async (ms: number) => void (at += ms), at: () => at }
}

const served = async (
  test: Test,
  listener: RequestListener,
  timeoutMs = 20_000,
  through: (wire: Wire) => Wire = (wire) => wire,
  given: { sleep?: (ms: number, signal?: AbortSignal) => Promise<void>; mostMinutes?: number } = {},
) => {
  const lost: string[] = []
  const unanswered: string[] = []
  const sentAgain: string[] = []
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/v1`
  const wire = createWire({ timeoutMs, acceptAnyCertificate: true })
  test.teardown(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })
  const profile = parseProfile({
    sandbox_base_url: base,
    credentials: { main: { client_id: 'c', client_secret: 's' } },
  })
  const exchanges: Exchange[] = []
  const clock = clockwork()
  let tokens = 0
  const http = createHttp({
    profile,
    wire: through(wire),
    pacing: createPacing({ requestsPerMinute: 600, ...clock, ...(given.sleep && { sleep: given.sleep }) }),
    sleep: given.sleep ?? clock.sleep,
    mostMinutes: given.mostMinutes,
    onLost: (code) => void lost.push(code),
    onUnanswered: (call) => void unanswered.push(call),
    onSentAgain: (call) => void sentAgain.push(call),
    onExchange: (exchange) => void exchanges.push(exchange),
    tokenOf: async () => `token-${tokens}`,
    forgetToken: () => void (tokens += 1),
  })
  return { client: http.as('test'), exchanges, clock, lost, unanswered, sentAgain }
}

t.test('a call fills in the path, sends the token and records every byte', async (t) => {
  const { client, exchanges } = await served(t, (request, response) => {
    response.setHeader('X-Odd-Case', 'kept')
    response.end(JSON.stringify({ url: request.url, token: request.headers.authorization }))
  })
  const answer = await client.call('listDocuments', {
    params: { order_id: 'ord_a/b' },
    query: { page: 2, per_page: undefined },
  })
  t.match(jsonOf(answer.response.body), {
    url: '/sandbox/v1/orders/ord_a%2Fb/documents?page=2',
    token: 'Bearer token-0',
  })
  t.ok(answer.response.headers.some(([name, value]) => name === 'X-Odd-Case' && value === 'kept'))
  t.match(exchanges, [{ id: 'x1', source: 'test', operation: 'listDocuments', role: 'main', environment: 'sandbox' }])
})

t.test('a 429 is waited out as Retry-After says and never handed on', async (t) => {
  let asked = 0
  const { client, exchanges, clock } = await served(t, (_, response) => {
    asked += 1
    if (asked === 1) response.writeHead(429, { 'Retry-After': '7' })
    response.end('{}')
  })
  const answer = await client.call('ping', { token: null })
  t.equal(answer.response.status, 200)
  t.equal(exchanges.length, 2)
  t.ok(clock.at() >= 7_000)
})

for (const code of ['token_expired', 'invalid_client'])
  t.test(`a token that is refused with ${code} is renewed and the call sent once more`, async (t) => {
    const { client, exchanges } = await served(t, (request, response) => {
      const fresh = request.headers.authorization === 'Bearer token-1'
      response.writeHead(fresh ? 200 : 401).end(JSON.stringify({ code }))
    })
    t.equal((await client.call('getAccount', { renew: false })).response.status, 401)
    t.equal((await client.call('getAccount')).response.status, 200)
    t.equal(exchanges.length, 3)
  })

t.test('an operation that refuses a fresh token too is asked twice at its first call alone', async (t) => {
  const { client, exchanges } = await served(t, (request, response) =>
    response.writeHead(request.url?.endsWith('/account') ? 401 : 200).end('{}'),
  )
  for (let call = 0; call < 3; call += 1) t.equal((await client.call('getAccount')).response.status, 401)
  t.equal(exchanges.length, 4)
  t.equal((await client.call('listOrders')).response.status, 200)
})

t.test('a renewal hides nothing: both answers are on record, and the second is handed on whatever it is', async (t) => {
  const { client, exchanges } = await served(t, (request, response) => {
    const fresh = request.headers.authorization === 'Bearer token-1'
    response.writeHead(fresh ? 418 : 401).end(JSON.stringify({ code: fresh ? 'odd' : 'token_expired' }))
  })
  const answer = await client.call('getAccount')
  t.equal(answer.response.status, 418)
  t.match(exchanges, [{ response: { status: 401 } }, { response: { status: 418 } }])
  const stubborn = await served(t, (_, response) => response.writeHead(401).end('{"code":"token_expired"}'))
  t.equal((await stubborn.client.call('getAccount')).response.status, 401)
  t.equal(stubborn.exchanges.length, 2, 'it is renewed once')
})

t.test('where new windows can no longer be begun, they are waited for', async (t) => {
  const clock = clockwork()
  const pacing = createPacing({
    requestsPerMinute: 60,
    ...clock,
    renew: async () => {
      throw new Inconclusive('inconclusive', 'target-lost', 'blocked')
    },
  })
  for (let sent = 0; sent < 60; sent += 1) await pacing.take('cli_1')
  t.ok(clock.at() >= 60_000, `${clock.at()} ms`)
  t.ok(clock.at() < 10 * 60_000)
})

t.test('a target that does not answer leaves the check inconclusive, not failed', async (t) => {
  const listener: RequestListener = (request, response) => {
    if (request.url?.endsWith('/ping')) request.socket.destroy()
    else response.socket?.pause()
  }
  const { client, exchanges } = await served(t, listener, 500)
  const unanswered = { verdict: 'inconclusive', cause: 'unanswered' }
  await t.rejects(client.call('ping', { token: null }), unanswered)
  await t.rejects(client.call('getAccount', { token: null }), unanswered)
  const cut = { response: null, failure: { kind: 'reset' } }
  t.match(exchanges, [cut, cut, { response: null, failure: { kind: 'timeout' } }])
  t.equal(new Inconclusive('inconclusive', 'target-lost').cause, null)
})

t.test('a request that meets an idle connection as it is closed is sent again, and not for ever', async (t) => {
  const closed = {
    response: null,
    failure: { kind: 'reset' as const, message: 'EPIPE: write EPIPE' },
    startedAt: 0,
    ms: 0,
  }
  const after = (times: number) => {
    let met = 0
    return (wire: Wire): Wire => ({
      ...wire,
      send: async (request) => ((met += 1) > times ? wire.send(request) : closed),
    })
  }
  const listener: RequestListener = (_, response) => void response.end('{}')
  const once = await served(t, listener, 20_000, after(1))
  t.equal((await once.client.call('ping', { token: null })).response.status, 200)
  t.equal(once.exchanges.length, 2, 'both are on record')
  t.strictSame(once.sentAgain, [], 'the connection was idle')
  const together = await served(t, listener, 20_000, after(4))
  t.equal((await together.client.call('ping', { token: null })).response.status, 200, 'a proxy closes several at once')
  const always = await served(t, listener, 20_000, after(Infinity))
  await t.rejects(always.client.call('ping', { token: null }), { cause: 'unanswered' })
  t.equal(always.exchanges.length, 5)
})

t.test('a body in chunks is sent in one piece where its connection is closed again and again', async (t) => {
  const lost = { response: null, failure: { kind: 'reset' as const, message: 'EPIPE' }, startedAt: 0, ms: 0 }
  const isChunked = ({ headers }: WireRequest) => headers.some(([name]) => name === chunkedHeader[0])
  const listener: RequestListener = (_, response) => void response.writeHead(404).end('{}')
  const closing = (wire: Wire): Wire => ({
    ...wire,
    send: async (request) => (isChunked(request) ? lost : wire.send(request)),
  })
  const { client, exchanges } = await served(t, listener, 20_000, closing)
  const headers = Object.fromEntries([chunkedHeader])
  const { response } = await client.call('createOrder', { token: null, json: {}, headers })
  t.equal(response.status, 404)
  t.strictSame(
    exchanges.map((one) => isChunked(one.request as WireRequest)),
    [true, true, false],
    'the record has what was sent',
  )
})

t.test('a read whose connection is cut is sent once more, and a write is not', async (t) => {
  const cutting = (times: number): RequestListener => {
    let met = 0
    return (request, response) => void ((met += 1) > times ? response.end('{}') : request.socket.destroy())
  }
  const once = await served(t, cutting(1))
  t.equal((await once.client.call('ping', { token: null })).response.status, 200)
  t.match(once.exchanges, [{ failure: { kind: 'reset' } }, { response: { status: 200 } }], 'both are on record')
  t.strictSame(once.sentAgain, ['GET /sandbox/v1/ping'])
  const twice = await served(t, cutting(2))
  await t.rejects(twice.client.call('ping', { token: null }), { cause: 'unanswered' })
  const write = await served(t, cutting(1))
  await t.rejects(write.client.call('createOrder', { token: null, json: {} }), { cause: 'unanswered' })
  t.strictSame(write.sentAgain, [])
  t.equal(write.exchanges.length, 1)
})

t.test('a run that waits for its turn as the target asked ends when its time is over', async (t) => {
  for (const status of [429, 503]) {
    /** Ends with the signal alone: the target may name any number of seconds. */
    const sleep = (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    const refuse: RequestListener = (_, response) =>
      void response.writeHead(status, { 'Retry-After': '1000000000' }).end()
    const { client, exchanges, lost } = await served(t, refuse, 20_000, undefined, { sleep, mostMinutes: 0.005 })
    const givenUp = { verdict: 'inconclusive', cause: 'unanswered' }
    await t.rejects(client.call('ping', { token: null }), givenUp)
    t.same([exchanges.length, lost], [1, ['out_of_time']])
    await t.rejects(client.call('ping', { token: null }), givenUp)
    t.equal(exchanges.length, 1, 'nothing more is sent')
  }
})

t.test('a connection that is cut while much is sent is no target that does not answer', async (t) => {
  const { client } = await served(t, (request) => void request.once('data', () => request.socket.resetAndDestroy()))
  const reasonOf = async (bytes: number) => {
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(bytes)]), 'a.txt')
    const stopped: unknown = await client
      .call('uploadDocument', { params: { order_id: 'ord_1' }, form })
      .catch((error: unknown) => error)
    return (stopped as Inconclusive).reason
  }
  t.match(await reasonOf(20_000_000), { code: 'cut-while-sent', parameters: { megabytes: 20 } })
  t.match(await reasonOf(100), { code: 'no-answer' })
})

t.test(
  'a refusal with more than is taken is an answer of a target that is up; of what was asked for nothing is known',
  async (t) => {
    const large = Buffer.alloc(9 * 2 ** 20, 0x20)
    const stopped = async (status: number) => {
      const { client, unanswered } = await served(t, (_, response) => void response.writeHead(status).end(large))
      const error = (await client.call('ping', { token: null }).catch((given: unknown) => given)) as Inconclusive
      t.match(error.reason, { code: 'answer-too-large', parameters: { status } })
      return { cause: error.cause, unanswered }
    }
    t.match(await stopped(400), { cause: null, unanswered: [] })
    t.match(await stopped(200), { cause: 'unanswered', unanswered: ['GET /sandbox/v1/ping'] })
  },
)

t.test('a connection that the server is about to close is not used again', async (t) => {
  const connections = async (seconds: number): Promise<number> => {
    const ports = new Set<number | undefined>()
    const { client } = await served(t, ({ socket }, response) => {
      ports.add(socket.remotePort)
      response.setHeader('Connection', 'keep-alive').setHeader('Keep-Alive', `timeout=${seconds}`).end('{}')
    })
    for (let calls = 0; calls < 4; calls += 1) await client.call('ping', { token: null })
    return ports.size
  }
  t.equal(await connections(3), 4)
  t.ok((await connections(60)) < 4, 'a connection that stays open is')
})

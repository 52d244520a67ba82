// What a fault does to a call, and to which calls: over sockets, each whole answer held against the contract.
import t from 'tap'
import { counted, startClient, totalOf, transports } from './support.ts'

for (const { name, tls } of transports) {
  t.test(`${name}: a status has the body and headers of the contract, and nothing is done`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults } = client.simulator
    const expected = [
      { status: 401, code: 'token_expired' },
      { status: 429, code: 'rate_limited', retry_after: 7 },
      { status: 500, code: 'internal_error' },
      { status: 503, code: 'service_unavailable', retry_after: 9 },
    ] as const
    for (const { status, code, ...more } of expected) {
      const { id } = faults.add({ kind: 'status', status, operation: 'createOrder', times: 1, ...more })
      const { body, headers, text } = await client.send('POST', '/orders', { body: client.draft() })
      t.equal(body['code'], code)
      t.equal(typeof body['correlation_id'], 'string')
      t.equal(headers['retry-after'], 'retry_after' in more ? String(more.retry_after) : undefined)
      t.notMatch(`${JSON.stringify(headers)}${text}`, /fault|inject/i)
      t.strictSame(counted(client, id), [1, 1, 'spent'])
    }
    t.equal(await totalOf(client), 0)
  })

  t.test(`${name}: a 429 says when the window ends`, async (t) => {
    const client = await startClient(t, { tls })
    client.simulator.faults.add({ kind: 'status', status: 429, retry_after: 7, times: 1 })
    const before = Math.floor(Date.now() / 1000)
    const { headers } = await client.send('GET', '/account')
    t.equal(headers['x-ratelimit-remaining'], '0')
    const wait = Number(headers['x-ratelimit-reset']) - before
    t.ok(wait === 7 || wait === 8, `${wait} s`)
  })

  t.test(`${name}: a token request fails in its own words`, async (t) => {
    const client = await startClient(t, { tls })
    const { client_id, client_secret } = client.simulator.profile().credentials.main
    const ask = () =>
      client.send('POST', '/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
    for (const status of [401, 429, 500, 503] as const) {
      const fault = { kind: 'status', status, operation: 'requestToken', client_id, times: 1 } as const
      const { id } = client.simulator.faults.add(fault)
      const { body, ...seen } = await ask()
      t.equal(seen.status, status)
      if (status === 401) t.equal(body['error'], 'invalid_client')
      t.strictSame(counted(client, id), [1, 1, 'spent'])
    }
    t.equal((await ask()).status, 200)
  })

  t.test(`${name}: a reset comes before anything is done`, async (t) => {
    const client = await startClient(t, { tls })
    client.simulator.faults.add({ kind: 'reset', operation: 'createOrder', times: 1 })
    t.match(await client.lost('POST', '/orders', { body: client.draft() }), /UND_ERR_SOCKET|ECONNRESET/)
    t.equal(await totalOf(client), 0)
  })

  t.test(`${name}: a truncated answer ends within its body`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults } = client.simulator
    faults.add({ kind: 'truncate', operation: 'getAccount', times: 1 })
    t.match(await client.lost('GET', '/account'), /UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET/)
    faults.add({ kind: 'truncate', operation: 'getAccount', times: 1, bytes: 1_000_000 })
    t.match(await client.lost('GET', '/account'), /UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET/)
    t.equal((await client.send('GET', '/account')).status, 200)
  })

  t.test(`${name}: a dripping answer comes whole, in pieces`, async (t) => {
    const client = await startClient(t, { tls })
    client.simulator.faults.add({ kind: 'drip', operation: 'getAccount', milliseconds: 100, times: 1 })
    const slow = await client.send('GET', '/account')
    const quick = await client.send('GET', '/account')
    t.ok(slow.chunks > 1, `${slow.chunks} pieces`)
    t.equal(quick.chunks, 1)
    t.equal(slow.text, quick.text)
    t.equal(slow.headers['content-length'], quick.headers['content-length'])
  })

  t.test(`${name}: a late call is carried out all the same`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults } = client.simulator
    const { id } = faults.add({ kind: 'latency', operation: 'getAccount', milliseconds: 600_000, times: 1 })
    const late = client.lost('GET', '/account')
    while (counted(client, id)[1] === 0) await totalOf(client)
    faults.add({ kind: 'latency', operation: 'ping', milliseconds: 1, times: 1 })
    t.equal((await client.send('GET', '/ping')).status, 200)
    await client.simulator.close()
    t.match(await late, /UND_ERR_SOCKET|ECONNRESET/, 'a simulator that closes waits for no latency')
  })
}

t.test('a fault is for one operation, one client and one environment', async (t) => {
  const client = await startClient(t)
  const { simulator } = client
  const { main, production } = simulator.profile().credentials
  const ask = async ({ client_id, client_secret }: typeof main, base: string) => {
    const body = { grant_type: 'client_credentials', client_id, client_secret }
    return (await client.send('POST', '/oauth/token', { body, base })).body['access_token'] as string
  }
  const token = await ask(production!, simulator.productionUrl)
  const inProduction = { base: simulator.productionUrl, token }
  simulator.faults.add({ kind: 'status', status: 500, operation: 'getAccount', client_id: main.client_id })
  t.equal((await client.send('GET', '/account')).status, 500)
  t.equal((await client.send('GET', '/orders')).status, 200)
  t.equal((await client.send('GET', '/account', inProduction)).status, 200)
  t.equal(simulator.faults.clear(), 1)
  simulator.faults.add({ kind: 'status', status: 503, environment: 'production' })
  t.equal((await client.send('GET', '/account')).status, 200)
  t.equal((await client.send('GET', '/account', inProduction)).status, 503)
})

t.test('a 401 is for operations that ask for a credential', async (t) => {
  const client = await startClient(t)
  const { id } = client.simulator.faults.add({ kind: 'status', status: 401 })
  t.equal((await client.send('GET', '/ping')).status, 200)
  t.equal((await client.send('GET', '/account')).status, 401)
  t.strictSame(counted(client, id), [1, 1, 'active'])
})

const statuses = async (client: Awaited<ReturnType<typeof startClient>>, times: number): Promise<number[]> => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await client.send('GET', '/account')).status)
  return all
}

t.test('it strikes the n-th call, every n-th one, or so often', async (t) => {
  const client = await startClient(t)
  const { faults } = client.simulator
  const fault = { kind: 'status', status: 500, operation: 'getAccount' } as const
  const third = faults.add({ ...fault, nth: 3 })
  t.strictSame(await statuses(client, 4), [200, 200, 500, 200])
  t.strictSame(counted(client, third.id), [3, 1, 'spent'])
  faults.add({ ...fault, every: 2, times: 2 })
  t.strictSame(await statuses(client, 6), [200, 500, 200, 500, 200, 200])
})

t.test('the same seed strikes the same calls', async (t) => {
  const client = await startClient(t)
  const { faults } = client.simulator
  const draw = async (seed: number) => {
    faults.add({ kind: 'status', status: 500, operation: 'getAccount', probability: 0.5, seed })
    const drawn = await statuses(client, 24)
    faults.clear()
    return drawn
  }
  const first = await draw(7)
  t.strictSame(await draw(7), first)
  t.notSame(await draw(8), first)
  t.ok(first.includes(200) && first.includes(500))
})

t.test('it ends on the domain clock', async (t) => {
  const client = await startClient(t)
  const { faults } = client.simulator
  const { id, expires_at } = faults.add({ kind: 'status', status: 500, operation: 'getAccount', expires_in: 60 })
  t.equal(expires_at, new Date(client.simulator.clock.now() + 60_000).toISOString())
  t.strictSame(await statuses(client, 1), [500])
  await client.simulator.advance(60)
  t.strictSame(await statuses(client, 1), [200])
  t.strictSame(counted(client, id), [1, 1, 'expired'])
})

t.test('one call carries one fault, and counts for both', async (t) => {
  const client = await startClient(t)
  const { faults } = client.simulator
  const first = faults.add({ kind: 'status', status: 503, operation: 'getAccount', times: 1 })
  const second = faults.add({ kind: 'status', status: 500, operation: 'getAccount', times: 1 })
  t.strictSame(await statuses(client, 3), [503, 500, 200])
  t.strictSame(counted(client, first.id), [1, 1, 'spent'])
  t.strictSame(counted(client, second.id), [2, 1, 'spent'])
})

t.test('a reset of the world ends every fault', async (t) => {
  const client = await startClient(t, { faults: [{ kind: 'status', status: 500, operation: 'getAccount' }] })
  t.strictSame(await statuses(client, 1), [500])
  await client.simulator.reset()
  t.strictSame(client.simulator.faults.list(), [])
  t.strictSame(await statuses(client, 1), [200])
})

t.test('faults that cannot be used are refused, each by the place that is wrong', async (t) => {
  const { simulator } = await startClient(t)
  const cases: [fault: object, said: RegExp][] = [
    [{ kind: 'explode' }, /kind must be one of status, latency, /],
    [{}, /kind must be one of/],
    [{ kind: 'status', status: 404 }, /status must be one of 401, 429, 500, 503/],
    [
      { kind: 'status', status: 401, code: 'rate_limited' },
      /code must be one of invalid_client, client_revoked, token_expired/,
    ],
    [{ kind: 'status', status: 401, operation: 'requestToken', code: 'token_expired' }, /code must be invalid_client/],
    [{ kind: 'status', status: 500, retry_after: 1 }, /retry_after is for the statuses 429 and 503/],
    [{ kind: 'status', status: 401, operation: 'ping' }, /operation must be one that asks for a credential/],
    [{ kind: 'reset', operation: 'getOrderz' }, /operation must be one of .*getOrder/],
    [{ kind: 'reset', event_type: 'order.created' }, /event_type is not known here; known are: kind, operation/],
    [{ kind: 'latency' }, /milliseconds is required/],
    [{ kind: 'commit-then-fail', operation: 'getOrder' }, /operation must be one that writes/],
    [{ kind: 'commit-then-fail', answer: '503' }, /answer must be one of reset, timeout, 500/],
    [{ kind: 'drop', event_type: 'order.gone' }, /event_type must be one of order.created/],
    [{ kind: 'reset', nth: 1, every: 2 }, /every cannot stand beside nth/],
    [{ kind: 'reset', nth: 1, times: 2 }, /times cannot stand beside nth/],
    [{ kind: 'reset', seed: 2 }, /seed is for probability/],
    [{ kind: 'reset', expires_clock: 'wire' }, /expires_clock is for expires_in/],
    [{ kind: 'reset', times: 0 }, /times must be >= 1/],
  ]
  for (const [fault, message] of cases)
    t.throws(() => simulator.faults.add(fault as never), { code: 'invalid_fault', message })
  t.strictSame(simulator.faults.list(), [])
})

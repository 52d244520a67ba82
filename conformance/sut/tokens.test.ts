// Access tokens: fetched once, again when their time is up, and never a reason to wait for the window they are needed to fill.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createHttp, type Http } from './http-client.ts'
import { createPacing, type PacingOptions } from './pacing.ts'
import { parseProfile } from './profile.ts'
import { createSecrets } from './secrets.ts'
import { createWire } from './send.ts'
import { createTokens } from './tokens.ts'

type Given = { expires_in?: unknown; refusals?: number; renew?: (http: Http) => PacingOptions['renew'] }

const started = async (test: Test, { expires_in = 3600, refusals = 0, renew }: Given = {}) => {
  let grants = 0
  let refused = 0
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/oauth/token')) return void response.end('{}')
    if (refused < refusals) {
      refused += 1
      return void response.writeHead(429, { 'Retry-After': '1' }).end('{}')
    }
    grants += 1
    response.end(JSON.stringify({ access_token: `a-token-of-some-length-${grants}`, expires_in }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = createWire({ timeoutMs: 20_000, acceptAnyCertificate: true })
  test.teardown(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })
  const profile = parseProfile({
    sandbox_base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/v1`,
    credentials: { main: { client_id: 'cli_1', client_secret: 'a-secret-of-some-length' } },
  })
  const clock = { now: 0 }
  const http: Http = createHttp({
    profile,
    wire,
    pacing: createPacing({
      requestsPerMinute: renew ? 2 : 600,
      now: () => clock.now,
      sleep: async (ms) => void (clock.now += ms),
      renew: renew && ((...window) => renew(http)!(...window)),
    }),
    sleep: async (ms) => void (clock.now += ms),
    onExchange: () => undefined,
    tokenOf: (role, environment) => tokens.get(role, environment),
    forgetToken: (role, environment, token) => tokens.forget(role, environment, token),
  })
  const tokens = createTokens(
    () => http.as('tokens'),
    profile,
    createSecrets(),
    () => clock.now,
  )
  return { tokens, http, clock, grants: () => grants }
}

t.test('a token serves until its time is up, and is then fetched again without a refusal', async (t) => {
  const { tokens, clock, grants } = await started(t)
  const first = await tokens.get('main', 'sandbox')
  clock.now = 3_599_000
  t.equal(await tokens.get('main', 'sandbox'), first)
  clock.now = 3_600_001
  t.not(await tokens.get('main', 'sandbox'), first)
  t.equal(grants(), 2)
})

for (const expires_in of ['3600', 0, -5, 3, null])
  t.test(`a life given as ${JSON.stringify(expires_in)} is not gone by`, async (t) => {
    const { tokens, clock, grants } = await started(t, { expires_in })
    await tokens.get('main', 'sandbox')
    clock.now = 4_000_000
    await tokens.get('main', 'sandbox')
    t.equal(grants(), 1)
  })

t.test('a token request that is refused for the rate is sent again', async (t) => {
  const { tokens, grants } = await started(t, { refusals: 2 })
  t.match(await tokens.get('main', 'sandbox'), /^a-token/)
  t.equal(grants(), 1)
})

t.test('a token that is needed while a window is used up and renewed waits for neither', async (t) => {
  let renewals = 0
  const { http, tokens } = await started(t, {
    renew: (client) => async () => {
      renewals += 1
      // What uses up the window is a client itself, whose token may have ended.
      tokens.forgetAll()
      await client.as('filler').call('getAccount', { unpaced: true })
      return undefined
    },
  })
  for (let sent = 0; sent < 5; sent += 1)
    t.equal((await http.as('test').call('getAccount')).response.status, 200, `call ${sent + 1}`)
  t.ok(renewals > 1)
})

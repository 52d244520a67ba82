// The request log: one line a request, with what it came to; where nobody may read it there is none.
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { assay } from '../../tests/places.ts'
import { startAssay } from '../../tests/run-assay.ts'
import { lineOf } from './request-log.ts'
import { type RequestSeen } from '../engine/request-seen.ts'
import { startSimulator } from '../start/start-simulator.ts'
import { removeMade } from '../../tests/remove-made.ts'
import { ended, firstLine } from '../../tests/wait-for.ts'

const anyPorts = ['--port', '0', '--control-port', '0']

const tokenOf = async (base: string, secret: string): Promise<string> => {
  const form = { grant_type: 'client_credentials', client_id: 'cli_bluestem_sandbox', client_secret: secret }
  const answer = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { access_token: string }).access_token
}

t.test('a request is shown with its client, its status, its refusal and its fault', async (t) => {
  const seen: RequestSeen[] = []
  const simulator = await startSimulator({
    onRequest: (one) => seen.push(one),
    faults: [
      { kind: 'status', status: 503, operation: 'getAccount', times: 1 },
      { kind: 'reset', operation: 'listOrders', times: 1 },
    ],
  })
  t.teardown(() => simulator.close())
  const { main } = simulator.profile().credentials
  const token = await tokenOf(simulator.sandboxUrl, main.client_secret)
  const get = (path: string, authorization = `Bearer ${token}`) =>
    fetch(`${simulator.sandboxUrl}${path}`, { headers: { authorization } })
  await get('/account')
  await get('/account')
  await get('/orders').catch(() => undefined)
  await get('/orders/none-such?signature=secret')
  await get('/account', 'Bearer none')
  await fetch(`${new URL(simulator.sandboxUrl).origin}/nowhere`)
  const [unavailable, reset] = simulator.faults.list().map(({ id }) => id)
  const clientId = main.client_id
  t.match(seen, [
    { method: 'POST', path: '/sandbox/v1/oauth/token', clientId, status: 200, code: null, fault: null },
    {
      method: 'GET',
      path: '/sandbox/v1/account',
      clientId,
      status: 503,
      code: 'service_unavailable',
      fault: unavailable,
    },
    { method: 'GET', path: '/sandbox/v1/account', clientId, status: 200, code: null, fault: null },
    { method: 'GET', path: '/sandbox/v1/orders', clientId, status: null, fault: reset },
    { method: 'GET', path: '/sandbox/v1/orders/none-such', clientId, status: 404, code: 'not_found' },
    { method: 'GET', path: '/sandbox/v1/account', clientId: null, status: 401, code: 'invalid_client' },
    { method: 'GET', path: '/nowhere', clientId: null, status: 404, code: 'not_found' },
  ])
})

t.test('a line has what there is, and nothing that a terminal obeys', async (t) => {
  const seen = { at: Date.UTC(2026, 0, 2, 3, 4, 5, 6), method: 'GET', path: '/v1/ping', status: 200, ms: 1.5 }
  t.equal(lineOf({ ...seen, clientId: null, code: null, fault: null }), '03:04:05.006Z  -  GET /v1/ping  200  1.5 ms')
  t.equal(
    lineOf({ ...seen, clientId: 'a\u001b[2J\nb', status: null, code: 'rate_limited', fault: 'f1' }),
    '03:04:05.006Z  a?[2J?b  GET /v1/ping  no answer  1.5 ms  rate_limited  fault f1',
  )
})

/** Sends its standard error to a file, and gives what is there in the end. */
const intoFile = async (t: Test, ...args: string[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-log-'))
  t.teardown(() => removeMade(folder))
  const file = join(folder, 'log')
  const descriptor = openSync(file, 'w')
  const child = spawn(process.execPath, [assay, 'simulate', ...anyPorts, ...args], {
    stdio: ['ignore', 'pipe', descriptor],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  closeSync(descriptor)
  t.teardown(() => child.kill('SIGKILL'))
  const line = await firstLine(child)
  const { production_base_url } = JSON.parse(line) as { production_base_url: string }
  await fetch(`${production_base_url}/ping`)
  child.kill('SIGTERM')
  await ended(child)
  return readFileSync(file, 'utf8')
}

const pinged = /^\d\d:\d\d:\d\d\.\d{3}Z {2}- {2}GET \/v1\/ping {2}200 {2}[\d.]+ ms$/m

t.test('a file gets lines, or JSON, or none', async (t) => {
  t.match(await intoFile(t), pinged)
  t.notMatch(await intoFile(t, '--request-log', 'none'), '/v1/ping')
  const json = await intoFile(t, '--request-log', 'json')
  t.notMatch(json, pinged)
  const entry = json.split('\n').find((line) => line.startsWith('{'))!
  t.match(JSON.parse(entry), { msg: 'request', client_id: null, method: 'GET', path: '/v1/ping', status: 200 })
  const logged = await intoFile(t, '--log-level', 'info')
  t.notMatch(logged, pinged, 'the log of this level has each request already')
  t.match(logged, /"path":"\/v1\/ping"/)
})

t.test(
  'a pipe gets lines where it is asked for alone, as one that nobody reads would stop the simulator',
  async (t) => {
    const run = async (...args: string[]) => {
      const started = startAssay(['simulate', ...anyPorts, ...args])
      t.teardown(() => started.child.kill('SIGKILL'))
      await started.until(/"ready":true.*\n/)
      const [, base] = /"production_base_url":"([^"]+)"/.exec(started.text())!
      await fetch(`${base}/ping`)
      started.child.kill('SIGTERM')
      return (await started.ended).err
    }
    t.notMatch(await run(), '/v1/ping')
    t.match(await run('--request-log', 'lines'), pinged)
  },
)

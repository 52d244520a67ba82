// Fake timers of a test runner, which replace the global ones, stop no delivery, no move of the clock and no wait of the simulator.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../places.ts'
import { start } from './support.ts'
import { startReceiver } from './webhook-receiver.ts'

const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'] as const
const secret = 'a-webhook-secret-of-more-than-32-characters'

t.test('with global timers that never fire, deliveries are made, made again and waited for', async (t) => {
  const api = await start(t)
  const statuses = [500]
  const receiver = await startReceiver(t, { secret, status: () => statuses.shift() ?? 204 })
  await api.ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret, events: ['*'] } })
  const real = Object.fromEntries(names.map((name) => [name, globalThis[name]]))
  t.teardown(() => Object.assign(globalThis, real))
  await api.create()
  await api.simulator.idle()
  const before = receiver.deliveries.length
  t.equal(before, 1)
  Object.assign(globalThis, Object.fromEntries(names.map((name) => [name, () => ({ unref: () => undefined })])))
  await api.simulator.advance(60)
  await api.simulator.idle()
  Object.assign(globalThis, real)
  t.equal(receiver.deliveries.length, 2, 'the second attempt')
})

/** A test file as a user writes it; what keeps a connection open for long shows whether one is used again. */
const ofNode = `import assert from 'node:assert'
import { createServer } from 'node:http'
import { mock, test } from 'node:test'
import { createSimulator } from '${pathToFileURL(join(root, 'dist/in-process.js')).href}'

const enable = () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] })
for (const isBefore of [true, false])
  test(isBefore ? 'faked before the start' : 'faked after it', async (t) => {
    t.after(() => mock.timers.reset())
    const received = []
    const receiver = createServer({ keepAliveTimeout: 60_000 }, (request, answer) => {
      received.push(request.headers['x-service-event-type'])
      answer.writeHead(received.length === 1 ? 500 : 204).end()
    })
    await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    if (isBefore) enable()
    const simulator = await createSimulator({ clock: { mode: 'manual' }, allowHttpWebhooks: true })
    if (!isBefore) enable()
    const { client_id, client_secret } = simulator.profile().credentials.main
    const call = async (method, path, body, headers = {}) => {
      const sent = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
      return (await fetch(simulator.sandboxUrl + path, sent)).json()
    }
    const credential = { grant_type: 'client_credentials', client_id, client_secret }
    const { access_token } = await call('POST', '/oauth/token', credential)
    const webhook = { url: 'http://127.0.0.1:' + receiver.address().port, secret: 's'.repeat(40), events: ['*'] }
    await call('PUT', '/webhook', webhook, { authorization: 'Bearer ' + access_token })
    await simulator.seedOrders({ statuses: ['new'] })
    await simulator.idle()
    assert.equal(received.length, 1)
    await simulator.advance(60)
    await simulator.idle()
    assert.equal(received.length, 2)
    await simulator.close()
    receiver.closeAllConnections()
    receiver.close()
  })
`

/** In CommonJS the simulator is loaded by the first call alone. */
const inCommonJs = ofNode
  .replaceAll(/^import (.*) from '(.*)'$/gm, "const $1 = require('$2')")
  .replace(/require\('file:.*'\)/, `require('${join(root, 'commonjs/simulator.cjs').replaceAll('\\', '/')}')`)

for (const [name, text] of [
  ['own.test.mjs', ofNode],
  ['own.test.cjs', inCommonJs],
] as const)
  t.test(`with the mock timers of node:test, as a user has them: ${name}`, async (t) => {
    const file = join(t.testdir({ [name]: text }), name)
    const { NODE_TEST_CONTEXT: _own, ...env } = process.env
    const ran = spawnSync(process.execPath, ['--test-reporter=tap', file], { encoding: 'utf8', timeout: 25_000, env })
    t.equal(ran.status, 0, ran.stdout + ran.stderr)
    t.equal(ran.stdout.match(/^ok /gm)?.length, 2, ran.stdout)
  })

// Fake timers of a test runner, which replace the global ones, stop no delivery, no move of the clock and no wait of the simulator.
import t from 'tap'
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

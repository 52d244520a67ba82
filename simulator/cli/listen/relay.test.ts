// A relay is reached by anybody who reaches its port.
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import t, { type Test } from 'tap'
import { Agent, request } from 'undici'
import { startRelay, type Relayed } from './relay.ts'

type Answering = (response: ServerResponse) => void

const relaying = async (t: Test, answer: Answering = (response) => void response.writeHead(202).end()) => {
  const server = createServer((incoming, response) => incoming.resume().on('end', () => answer(response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relayed: Relayed[] = []
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const relay = await startRelay({ to, host: '127.0.0.1', port: 0, onRelayed: (one) => relayed.push(one) })
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  t.teardown(async () => {
    await dispatcher.destroy()
    await relay.close()
    server.closeAllConnections()
    server.close()
  })
  const post = (body: string | Buffer | PassThrough, headers: Record<string, string> = {}) =>
    request(`https://127.0.0.1:${relay.port}/`, { method: 'POST', body, headers, dispatcher })
  return { relayed, post, close: () => relay.close() }
}

t.test('what a delivery says of itself is shown where it is a word', async (t) => {
  const { relayed, post } = await relaying(t)
  const named = { 'x-service-event-type': 'order.created', 'x-service-event-id': 'evt_1' }
  t.equal((await post('{"data":{"order_id":"ord_1"}}', named)).statusCode, 202)
  t.match(relayed, [{ type: 'order.created', event_id: 'evt_1', order_id: 'ord_1', status: 202 }])
})

t.test('nothing that a terminal would obey is shown, and is passed on all the same', async (t) => {
  const { relayed, post } = await relaying(t)
  const hostile = { 'x-service-event-type': '\u009B2J', 'x-service-event-id': 'a b' }
  for (const order of ['\u001B]0;x\u0007', '\u202Eord', { a: 1 }, 7, 'x'.repeat(101)])
    t.equal((await post(JSON.stringify({ data: { order_id: order } }), hostile)).statusCode, 202)
  await post('null')
  t.equal(relayed.length, 6)
  for (const one of relayed) t.match(one, { type: '-', event_id: '-', order_id: null })
})

t.test('a body without end is not kept', async (t) => {
  const { relayed, post } = await relaying(t)
  t.equal((await post(Buffer.alloc(9 * 1024 * 1024))).statusCode, 413)
  t.equal((await post(Buffer.alloc(7 * 1024 * 1024))).statusCode, 202)
  t.equal(relayed.length, 1)
})

t.test('of many bodies that do not end few are kept, and then there is room again', async (t) => {
  const { relayed, post } = await relaying(t)
  const streams = Array.from({ length: 12 }, () => new PassThrough())
  const answers = streams.map((stream) =>
    post(stream).then(
      ({ statusCode }) => statusCode,
      () => null,
    ),
  )
  for (const stream of streams) stream.write(Buffer.alloc(7 * 1024 * 1024))
  t.ok((await Promise.race(answers)) === 503, 'one too many is refused')
  t.equal(relayed.length, 0)
  for (const stream of streams) stream.end()
  const statuses = await Promise.all(answers)
  t.ok(statuses.filter((status) => status === 202).length >= 7, 'others are passed on')
  t.equal((await post(Buffer.alloc(7 * 1024 * 1024))).statusCode, 202)
})

t.test('an answer without end is not kept either', async (t) => {
  const { relayed, post } = await relaying(t, (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      response.once('drain', more)
    }
    more()
  })
  t.equal((await post('{}')).statusCode, 502)
  t.match(relayed, [{ status: null, error: /answer is longer than 8388608 bytes/ }])
})

t.test('a receiver that never answers keeps nobody who stops', async (t) => {
  const { relayed, post, close } = await relaying(t, () => void reached())
  let reached = (): void => undefined
  const isReached = new Promise<void>((resolve) => (reached = resolve))
  const posted = post('{}').catch(() => null)
  await isReached
  await close()
  await posted
  t.match(relayed, [{ status: null, error: 'assay listen was stopped' }])
})

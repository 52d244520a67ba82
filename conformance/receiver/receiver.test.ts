import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import t, { type Test } from 'tap'
import { happens } from '../../tests/wait-for.ts'
import { vectors } from '../contract/contract.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import { answerIn, createAnswers, describeAnswer, takes } from './answers.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { faultOf, signatureOf } from './signature.ts'
import { mistakeIn } from './signature-diagnosis.ts'

type Vector = { id: string; secret: string; header: string; body_base64: string; received_at: number; fails?: string }
type Vectors = { positive: Vector[]; negative: Vector[]; open: Vector[] }

const known = vectors('signatures') as Vectors | undefined

const judge = ({ secret, header, body_base64, received_at }: Vector) =>
  faultOf({ header, body: Buffer.from(body_base64, 'base64'), secret, now: received_at })

t.test('every known good signature is accepted', { skip: known ? false : 'no vectors' }, async (t) => {
  for (const vector of known?.positive ?? []) t.equal(judge(vector), null, vector.id)
})

t.test('every known bad signature is refused for its own reason', { skip: known ? false : 'no vectors' }, async (t) => {
  for (const vector of known?.negative ?? []) t.equal(judge(vector)?.fails, vector.fails, vector.id)
})

t.test('hex in upper case is accepted, as the contract does not say which', async (t) => {
  for (const vector of known?.open ?? []) t.equal(judge(vector), null, vector.id)
})

t.test('the usual mistakes behind a bad signature are named', async (t) => {
  const body = Buffer.from('{"id": "evt_1"}')
  const at = '1772463848'
  const shown = (v1: string, earlier: string[] = []) =>
    mistakeIn({ header: `t=${at},v1=${v1}`, body, json: JSON.parse(body.toString()), secret: 'new', earlier })
  t.match(shown(signatureOf('new', '0', body)), { breaks: 'text', words: /a t of 0/ })
  t.match(shown(signatureOf('new', at, Buffer.from('{"id":"evt_1"}'))), { breaks: 'text', words: /compact JSON/ })
  t.match(shown(signatureOf('', at, body)), { breaks: 'key', words: /without a secret/ })
  t.match(shown(signatureOf('old', at, body), ['old']), { breaks: 'key', words: /an earlier secret/ })
  t.match(shown(createHash('sha256').update(`${at}.`).update(body).digest('hex')), { breaks: 'algorithm' })
  t.equal(shown('0'.repeat(64)), null)
})

t.test('a delivery without a signature is refused for its form', async (t) => {
  t.equal(faultOf({ header: undefined, body: Buffer.from('{}'), secret: 's', now: 0 })?.fails, 'header')
})

const secret = 'a-webhook-secret-of-more-than-32-characters'

const post = (receiver: Receiver, envelope: unknown, { path, sign = secret }: { path?: string; sign?: string } = {}) =>
  new Promise<number | 'cut'>((resolve) => {
    const body = Buffer.from(JSON.stringify(envelope))
    const seconds = String(Math.floor(Date.now() / 1000))
    const headers = { 'X-Service-Signature': `t=${seconds},v1=${signatureOf(sign, seconds, body)}` }
    const url = path === undefined ? receiver.url : new URL(path, receiver.url)
    const sent = httpsRequest(url, { method: 'POST', headers, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', () => resolve('cut'))
    sent.end(body)
  })

const probe = (url: string, method: string, body = '', headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const sent = httpsRequest(url, { method, headers, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })

const event = (id: string, order = 'ord_1') => ({ id, type: 'order.created', data: { order_id: order } })

const started = async (test: Test): Promise<Receiver> => {
  const receiver = await startReceiver({ path: '/assay/run' })
  receiver.useSecret(secret)
  test.teardown(() => receiver.close())
  return receiver
}

t.test('what asks whether the address answers is no delivery, and a delivery by another method is one', async (t) => {
  const receiver = await started(t)
  for (const method of ['HEAD', 'OPTIONS']) t.equal(await probe(receiver.url, method), 204)
  t.strictSame(receiver.inbox.all, [])
  await probe(receiver.url, 'PUT')
  await probe(receiver.url, 'GET')
  t.strictSame(
    receiver.inbox.all.map(({ method }) => method),
    ['PUT', 'GET'],
  )
})

t.test('an answer that leaves when a sender may have given up is late', async (t) => {
  let at = Date.now()
  const receiver = await startReceiver({
    path: '/assay/run',
    now: () => at,
    onDelivery: ({ id }) => void (at += id === 'd1' ? 9_500 : 0),
  })
  receiver.useSecret(secret)
  t.teardown(() => receiver.close())
  const deliver = (id: string) => post(receiver, { id, data: { order_id: 'ord_1' } })
  receiver.answers.set('ord_1', { kind: 'slow', ms: 20, status: 202 })
  t.equal(await deliver('evt_1'), 202)
  receiver.answers.reset()
  t.equal(await deliver('evt_2'), 204)
  t.strictSame([...receiver.late], ['d1'])
})

t.test('a POST without a header of ours and without an event asks whether the address answers', async (t) => {
  const receiver = await started(t)
  const bare = (body: string, headers = {}) => probe(receiver.url, 'POST', body, headers)
  for (const body of ['{}', '', '{"type":"ping"}', 'hello']) t.equal(await bare(body), 204, body)
  t.strictSame(receiver.inbox.all, [])
  t.equal(await bare(JSON.stringify(event('evt_1'))), 401, 'an event that is not signed')
  t.equal(await bare('{}', { 'X-Service-Event-Id': 'evt_2' }), 401, 'an event without its body')
  t.equal(receiver.inbox.all.length, 2)
})

t.test('what asks whether the address answers is reported, and a delivery is no such thing', async (t) => {
  let probes = 0
  const receiver = await startReceiver({ path: '/assay/run', onProbe: () => (probes += 1) })
  t.teardown(() => receiver.close())
  receiver.useSecret(secret)
  await probe(receiver.url, 'POST', '{}')
  t.equal(probes, 1)
  await post(receiver, event('evt_1'))
  t.equal(probes, 1)
})

t.test('a verified delivery is kept byte for byte and answered 2xx', async (t) => {
  const receiver = await started(t)
  t.match(receiver.url, /^https:\/\/127\.0\.0\.1:\d+\/assay\/run$/)
  t.equal(await post(receiver, event('evt_1')), 204)
  const [delivery] = receiver.inbox.all
  t.equal(delivery?.fault, null)
  t.equal(Buffer.from(delivery?.body ?? []).toString(), JSON.stringify(event('evt_1')))
  t.ok(
    delivery?.headers.some(([name]) => name === 'X-Service-Signature'),
    'the header keeps its case',
  )
})

t.test('a connection is kept for longer than senders keep one, over TLS and without', async (t) => {
  const receiver = await started(t)
  for (const [scheme, send] of Object.entries({ https: httpsRequest, http: httpRequest })) {
    const agent = new (scheme === 'https' ? HttpsAgent : HttpAgent)({ keepAlive: true })
    t.teardown(() => agent.destroy())
    const url = receiver.url.replace('https', scheme)
    const [answer] = await happens<[IncomingMessage]>(
      send(url, { method: 'HEAD', agent, rejectUnauthorized: false }).end(),
      'response',
    )
    answer.resume()
    // Go keeps one for 90 seconds.
    t.ok(Number(/timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1]) > 90, scheme)
  }
})

t.test('a connection that is kept keeps no process alive, and ends with the receiver', async (t) => {
  const script = `
    const { startReceiver } = await import(process.argv[1])
    const hold = setTimeout(() => {}, 60_000)
    const receiver = await startReceiver({ path: '/assay/run' })
    process.once('message', () => (clearTimeout(hold), process.disconnect()))
    process.once('beforeExit', () => process.stdout.write('standstill'))
    process.send(receiver.url)`
  const module = new URL('receiver.js', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  t.teardown(() => child.kill())
  const [url] = await happens<[string]>(child, 'message')
  const agent = new HttpsAgent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const sent = httpsRequest(url, { method: 'HEAD', agent, rejectUnauthorized: false }).end()
  const [answer] = await happens<[IncomingMessage]>(sent, 'response')
  answer.resume()
  await happens(answer, 'end')
  const said = happens(child.stdout!, 'data')
  child.send('go on')
  t.equal(String(await said), 'standstill')
})

t.test('an unverified delivery is kept with its fault and answered 401', async (t) => {
  const receiver = await started(t)
  t.equal(await post(receiver, event('evt_1'), { sign: 'another secret' }), 401)
  t.equal(receiver.inbox.all[0]?.fault?.fails, 'signature')
})

t.test('what arrives at another path belongs to somebody else', async (t) => {
  const receiver = await started(t)
  t.equal(await post(receiver, event('evt_1'), { path: '/other' }), 404)
  t.equal(receiver.inbox.all.length, 0)
  t.match(receiver.strays, [{ path: '/other' }])
})

t.test('a retry to the receiver of an earlier run is not astray, below whatever folder', async (t) => {
  const publicUrl = 'https://ci.example.com/hooks'
  const receiver = await startReceiver({ path: '/assay/0000aaaa', publicUrl })
  receiver.useSecret(secret)
  t.teardown(() => receiver.close())
  const near = { ...receiver, url: `https://127.0.0.1:${receiver.port}` }
  for (const path of ['/assay/0000bbbb', '/hooks/assay/0000bbbb', '/former/assay/0000bbbb/'])
    t.equal(await post(near, event('evt_1'), { path }), 404, path)
  t.strictSame(receiver.strays, [])
  for (const path of ['/other/assay/0000aaaa', '/hooks/assay/0000bbbb/x', '/assay/receiver'])
    t.equal(await post(near, event('evt_1'), { path }), 404, path)
  t.strictSame(
    receiver.strays.map(({ path }) => path),
    ['/other/assay/0000aaaa', '/hooks/assay/0000bbbb/x', '/assay/receiver'],
  )
})

t.test('a proxy may keep the path of the public address, or take it off', async (t) => {
  const receiver = await startReceiver({ path: '/assay/run', publicUrl: 'https://tunnel.example.com/hooks/' })
  receiver.useSecret(secret)
  t.teardown(() => receiver.close())
  t.equal(receiver.url, 'https://tunnel.example.com/hooks/assay/run')
  const near = { ...receiver, url: `https://127.0.0.1:${receiver.port}` }
  t.equal(await post(near, event('evt_1'), { path: '/hooks/assay/run' }), 204)
  t.equal(await post(near, event('evt_2'), { path: '/assay/run' }), 204)
  t.equal(await post(near, event('evt_3'), { path: '/other/assay/run' }), 404)
  t.equal(receiver.inbox.all.length, 2)
})

t.test('an order is answered as arranged, as often as arranged, and others as usual', async (t) => {
  const receiver = await started(t)
  receiver.answers.set('ord_1', { kind: 'status', status: 503 }, 2)
  receiver.answers.set('ord_1', { kind: 'redirect', to: 'https://example.com/' }, 1)
  receiver.answers.set('ord_1', { kind: 'cut' }, 1)
  receiver.answers.setInTurn('ord_1', 'order.assigned', [{ kind: 'status', status: 410 }])
  t.equal(await post(receiver, event('evt_2', 'ord_2')), 204)
  const answers = []
  for (let attempt = 0; attempt < 5; attempt += 1) answers.push(await post(receiver, event('evt_1')))
  t.strictSame(answers, [503, 503, 307, 'cut', 204])
})

t.test('an answer for retries is left for a delivery that comes again', async (t) => {
  const receiver = await started(t)
  const deliver = (id: string) => post(receiver, event(id))
  receiver.answers.set('ord_1', { kind: 'status', status: 503 }, 2)
  receiver.answers.setForRetries('ord_1', [
    { kind: 'status', status: 409 },
    { kind: 'status', status: 400 },
  ])
  t.strictSame([await deliver('evt_1'), await deliver('evt_2')], [503, 503])
  t.equal(await deliver('evt_3'), 204, 'a first delivery, though no other answer is set')
  t.strictSame([await deliver('evt_2'), await deliver('evt_1')], [409, 400])
  t.equal(await deliver('evt_1'), 204)
})

t.test('waiting gives what is there, what comes in time, and nothing else', async (t) => {
  const receiver = await started(t)
  const isIt = (id: string) => (delivery: Parameters<typeof envelopeOf>[0]) => envelopeOf(delivery).id === id
  await post(receiver, event('evt_1'))
  t.equal((await receiver.inbox.wait(isIt('evt_1'), 0))?.id, 'd1')
  const later = receiver.inbox.wait(isIt('evt_2'), 5_000)
  await post(receiver, event('evt_2'))
  t.equal((await later)?.id, 'd2')
  t.equal(await receiver.inbox.wait(isIt('evt_3'), 20), undefined)
})

t.test('an address that is taken is a coded error', async (t) => {
  const receiver = await started(t)
  const { port } = new URL(receiver.url)
  await t.rejects(startReceiver({ path: '/', listen: `127.0.0.1:${port}` }), {
    code: 'receiver_not_started',
    exitCode: 2,
  })
})

t.test('every fourth delivery is answered with another success, and what was set comes first', async (t) => {
  const answers = createAnswers()
  const next = () => describeAnswer(answers.next('ord_1'))
  t.strictSame([next(), next(), next(), next()], ['204', '204', '204', '201'])
  answers.set('ord_1', { kind: 'status', status: 503 }, 1)
  t.equal(next(), '503')
  t.strictSame([next(), next(), next(), next()], ['204', '204', '204', '206'])
  answers.reset()
  t.ok(Array.from({ length: 16 }, () => answers.next(undefined)).every(takes))
})

t.test('answers for the next order: they are of the first that a delivery of that type names', (t) => {
  const answers = createAnswers()
  const refused = ['503', '410', 'the connection cut', '307 to https://127.0.0.1:9/here?elsewhere', '202 after 8000 ms']
  answers.setForNext(
    'order.created',
    refused.map((one) => answerIn(one, 'https://127.0.0.1:9/here')),
  )
  const next = (order: string, type = 'order.created', isRetry = false) =>
    describeAnswer(answers.next(order, type, isRetry))
  t.equal(next('ord_1', 'order.assigned'), '204', 'of another type')
  t.equal(next('ord_1', 'order.created', true), '204', 'one that came before is of no new order')
  t.equal(next('ord_2'), '503')
  t.equal(next('ord_3'), '204')
  t.strictSame(
    refused.slice(1).map(() => next('ord_2', 'order.created', true)),
    refused.slice(1),
  )
  t.equal(next('ord_2', 'order.created', true), '201')
  answers.setForNext('order.created', [{ kind: 'cut' }])
  answers.reset()
  t.equal(next('ord_4'), '204')
  t.end()
})

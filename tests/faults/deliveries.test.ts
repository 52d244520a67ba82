// What a fault does to a webhook delivery: to a real HTTPS receiver that verifies each signature, on a clock that stands still.
import { createHmac } from 'node:crypto'
import t from 'tap'
import type { Test } from 'tap'
import type { Fault } from '../../simulator/public/fault.ts'
import { startReceiver } from '../simulator/webhook-receiver.ts'
import { counted, startClient } from './support.ts'

const secret = 'a-secret-of-at-least-32-characters'

const setUp = async (t: Test) => {
  const client = await startClient(t)
  const receiver = await startReceiver(t, { secret })
  const configure = (more: object) => client.send('PUT', '/webhook', { body: { url: receiver.url, ...more } })
  await configure({ secret, events: ['order.created', 'order.on_hold'] })
  const place = async () => {
    const { id } = (await client.send('POST', '/orders', { body: client.draft() })).body as { id: string }
    await client.simulator.idle()
    return id
  }
  const add = (fault: Fault) => client.simulator.faults.add(fault).id
  const arrived = () => receiver.deliveries.map(({ envelope: { data } }) => data['order_id'])
  const stateOf = async (id: string) => {
    const { data } = (await client.send('GET', `/events?order_id=${id}&type=order.created`)).body
    const { status, attempts } = (data as { delivery: { status: string; attempts: number } }[])[0]!.delivery
    return [status, attempts]
  }
  return { ...client, client, receiver, configure, place, add, arrived, stateOf }
}

const sign = (key: string, { t: at, body }: { t: number; body: Buffer }) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.`).update(body).digest('hex')}`

const signatureOf = ({ headers }: { headers: Record<string, string> }) => headers['x-service-signature']

t.test('without a fault each event comes once, verified', async (t) => {
  const { receiver, place, stateOf } = await setUp(t)
  const id = await place()
  t.strictSame(
    receiver.deliveries.map(({ verified }) => verified),
    [true],
  )
  t.strictSame(await stateOf(id), ['delivered', 1])
})

t.test('duplicate: the same event comes as often as asked, each signed', async (t) => {
  const { client, receiver, place, add, stateOf } = await setUp(t)
  const fault = add({ kind: 'duplicate', event_type: 'order.created', copies: 3, times: 1 })
  const id = await place()
  t.equal(receiver.deliveries.length, 3)
  t.equal(new Set(receiver.deliveries.map(({ envelope }) => envelope.id)).size, 1)
  t.ok(receiver.deliveries.every(({ verified }) => verified))
  t.strictSame(await stateOf(id), ['delivered', 1], 'the copies are none of the nine')
  t.strictSame(counted(client, fault), [1, 1, 'spent'])
  await place()
  t.equal(receiver.deliveries.length, 4)
})

t.test('delay: it comes when domain time has passed, and once', async (t) => {
  const { simulator, receiver, place, add, stateOf } = await setUp(t)
  add({ kind: 'delay', seconds: 300, times: 1 })
  const id = await place()
  await simulator.advance(299)
  t.equal(receiver.deliveries.length, 0)
  await simulator.advance(1)
  t.equal(receiver.deliveries.length, 1)
  t.ok(receiver.deliveries[0]!.verified)
  t.strictSame(await stateOf(id), ['delivered', 1])
})

t.test('reorder: it comes behind the next event of the account', async (t) => {
  const { simulator, place, add, arrived } = await setUp(t)
  add({ kind: 'reorder', times: 1 })
  const first = await place()
  t.strictSame(arrived(), [])
  const second = await place()
  t.strictSame(arrived(), [second, first])
  add({ kind: 'reorder', times: 1, seconds: 30 })
  const third = await place()
  await simulator.advance(30)
  t.strictSame(arrived(), [second, first, third], 'and alone when no other comes')
})

t.test('drop: nothing comes; recorded as failed it is tried again, as delivered it is in the feed alone', async (t) => {
  const { simulator, receiver, place, add, stateOf, arrived } = await setUp(t)
  add({ kind: 'drop', times: 1 })
  const retried = await place()
  t.equal(receiver.deliveries.length, 0)
  t.strictSame(await stateOf(retried), ['failed', 1])
  await simulator.advance(60)
  t.strictSame(arrived(), [retried])
  t.strictSame(await stateOf(retried), ['delivered', 2])
  add({ kind: 'drop', times: 1, recorded: 'delivered' })
  const lost = await place()
  await simulator.advance(3_000)
  t.strictSame(arrived(), [retried])
  t.strictSame(await stateOf(lost), ['delivered', 1])
})

t.test('wrong-secret: a receiver that verifies refuses it, and gets the good one a minute later', async (t) => {
  const { simulator, receiver, place, add } = await setUp(t)
  add({ kind: 'wrong-secret', times: 1 })
  await place()
  await simulator.advance(60)
  t.strictSame(
    receiver.deliveries.map(({ verified }) => verified),
    [false, true],
  )
  const [bad, good] = receiver.deliveries
  t.not(signatureOf(bad!), sign(secret, bad!), 'not the secret')
  t.equal(signatureOf(good!), sign(secret, good!))
})

t.test('wrong-secret: the secret before the present one, where there was one', async (t) => {
  const { client, receiver, configure, place, add } = await setUp(t)
  const fault = add({ kind: 'wrong-secret', secret: 'previous', times: 1 })
  await place()
  t.ok(receiver.deliveries[0]!.verified, 'there was none before')
  t.strictSame(counted(client, fault), [0, 0, 'active'])
  receiver.options.secret = `new ${secret}`
  await configure({ secret: receiver.options.secret })
  await place()
  t.notOk(receiver.deliveries[1]!.verified)
  t.equal(signatureOf(receiver.deliveries[1]!), sign(secret, receiver.deliveries[1]!))
})

t.test('stale: the time that is signed lies back or ahead, under a good signature', async (t) => {
  const { receiver, place, add } = await setUp(t)
  for (const seconds of [600, -600]) {
    add({ kind: 'stale', seconds, times: 1 })
    const before = Math.floor(Date.now() / 1000)
    await place()
    const delivery = receiver.deliveries.at(-1)!
    t.notOk(delivery.verified)
    t.equal(signatureOf(delivery), sign(secret, delivery))
    const off = before - seconds - delivery.t
    t.ok(Math.abs(off) <= 5, `t is ${off} s off`)
  }
})

t.test('alter: the body is another than the signed one, or the same with other white space', async (t) => {
  const { simulator, receiver, place, add } = await setUp(t)
  for (const change of ['value', 'space'] as const) {
    receiver.deliveries.length = 0
    add({ kind: 'alter', change, times: 1 })
    await place()
    await simulator.advance(60)
    const [altered, good] = receiver.deliveries
    t.notOk(altered!.verified)
    t.ok(good!.verified)
    t.equal(signatureOf(altered!), sign(secret, { t: altered!.t, body: good!.body }), 'the good body was signed')
    t.notOk(altered!.body.equals(good!.body))
    if (change === 'space') t.strictSame(altered!.envelope, good!.envelope)
    else t.notSame(altered!.envelope.data, good!.envelope.data)
  }
})

t.test('a fault is for one event type, order, lender, environment or attempt', async (t) => {
  const { client, simulator, receiver, place, add } = await setUp(t)
  const other = await place()
  receiver.deliveries.length = 0
  const others = [
    { event_type: 'order.completed' },
    { order_id: other },
    { lender_id: 'len_wren' },
    { environment: 'production' },
    { attempt: 2 },
  ] as const
  const faults = others.map((scope) => add({ kind: 'drop', ...scope }))
  const id = await place()
  t.equal(receiver.deliveries.length, 1)
  for (const fault of faults) t.strictSame(counted(client, fault), [0, 0, 'active'])
  simulator.faults.clear()
  const fault = add({ kind: 'drop', event_type: 'order.on_hold', order_id: id, environment: 'sandbox', attempt: 1 })
  await client.send('POST', `/orders/${id}/hold`, { body: { reason: 'wait' } })
  await simulator.idle()
  t.strictSame(counted(client, fault), [1, 1, 'active'])
  await simulator.advance(60)
  t.equal(receiver.deliveries.length, 2, 'the second attempt goes out')
})

t.test('a specimen has no faults, and no delivery shows one', async (t) => {
  const { client, receiver, place, add } = await setUp(t)
  await place()
  add({ kind: 'duplicate' })
  await place()
  const { body } = await client.send('POST', '/webhook/test', { body: { type: 'order.created' } })
  t.equal(body['delivered'], true)
  const [plain, struck, copy, specimen, ...rest] = receiver.deliveries
  t.strictSame(rest, [])
  t.equal(specimen!.envelope.test, true)
  t.strictSame(struck!.names, plain!.names)
  t.strictSame(copy!.names, plain!.names)
  t.notMatch(struck!.body.toString(), /fault/i)
})

t.test('a world that starts again holds no attempt back', async (t) => {
  const { simulator, receiver, place, add } = await setUp(t)
  add({ kind: 'delay', seconds: 60 })
  await place()
  await simulator.reset()
  await simulator.advance(60)
  t.equal(receiver.deliveries.length, 0)
})

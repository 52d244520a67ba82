// What the journal keeps of a fault: its id, and an answer that never came as one that never came.
import t from 'tap'
import type { Fault } from '../../simulator/public/fault.ts'
import { startReceiver } from '../simulator/webhook-receiver.ts'
import { startClient, transports } from './support.ts'

const secret = 'a-secret-of-at-least-32-characters'

for (const { name, tls } of transports) {
  t.test(`${name}: each call has the id of its fault, and how its answer was lost`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults, journal } = client.simulator
    const cases: [fault: Fault, status: number, error?: string][] = [
      [{ kind: 'status', status: 503, times: 1 }, 503],
      [{ kind: 'latency', milliseconds: 1, times: 1 }, 201],
      [{ kind: 'reset', times: 1 }, 0, 'reset'],
      [{ kind: 'truncate', times: 1 }, 201, 'truncated'],
      [{ kind: 'drip', milliseconds: 10, times: 1 }, 201],
      [{ kind: 'commit-then-fail', times: 1 }, 0, 'reset'],
      [{ kind: 'commit-then-fail', answer: '500', times: 1 }, 500],
    ]
    for (const [fault, status, error] of cases) {
      const { id } = faults.add(fault)
      const waiting = journal.wait({ operation: 'createOrder', fault: id })
      await client.send('POST', '/orders', { body: client.draft() }).catch(() => undefined)
      const entry = await waiting
      t.equal(entry.response.status, status, fault.kind)
      t.equal(entry._error, error, fault.kind)
      t.equal(entry._client_id, client.simulator.profile().credentials.main.client_id)
    }
    await client.send('GET', '/account')
    t.equal(journal.entries({ operation: 'getAccount' }).at(-1)!._fault, null)
  })

  t.test(`${name}: silence ends in a timeout, and only when the client has gone`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults, journal } = client.simulator
    const { id } = faults.add({ kind: 'commit-then-fail', answer: 'timeout', times: 1 })
    const patience = new AbortController()
    const lost = client.lost('POST', '/orders', { body: client.draft(), signal: patience.signal })
    while (faults.list()[0]!.struck === 0) await client.send('GET', '/ping')
    t.strictSame(journal.entries({ fault: id }), [])
    patience.abort()
    const entry = await journal.wait({ fault: id })
    await lost
    t.equal(entry.response.status, 0)
    t.equal(entry._error, 'timeout')
  })
}

t.test('each delivery has the id of its fault; a dropped one was never answered, whatever is recorded', async (t) => {
  const client = await startClient(t)
  const { simulator } = client
  const receiver = await startReceiver(t, { secret })
  await client.send('PUT', '/webhook', { body: { url: receiver.url, secret, events: ['order.created'] } })
  const place = async () => {
    await client.send('POST', '/orders', { body: client.draft() })
    await simulator.idle()
  }
  for (const recorded of ['failed', 'delivered'] as const) {
    const { id } = simulator.faults.add({ kind: 'drop', recorded, times: 1 })
    await place()
    const [entry, ...rest] = simulator.journal.entries({ kind: 'delivery', fault: id })
    t.strictSame(rest, [])
    t.equal(entry!.response.status, 0)
    t.equal(entry!._error, 'dropped')
  }
  const { id } = simulator.faults.add({ kind: 'duplicate', times: 1 })
  await place()
  const twice = simulator.journal.entries({ kind: 'delivery', fault: id })
  t.strictSame(
    twice.map(({ response }) => response.status),
    [204, 204],
  )
  const late = simulator.faults.add({ kind: 'delay', seconds: 5, times: 1 })
  await place()
  t.strictSame(simulator.journal.entries({ fault: late.id }), [])
  await simulator.advance(5)
  t.equal(simulator.journal.entries({ fault: late.id }).length, 1)
})

// A write that is kept and whose answer is lost: the same key gives the one order, whichever way the answer was lost.
import t from 'tap'
import { counted, startClient, totalOf, transports } from './support.ts'

const headers = { 'idempotency-key': 'loan-1' }

for (const { name, tls } of transports) {
  t.test(`${name}: after a reset the same key returns the one order`, async (t) => {
    const client = await startClient(t, { tls })
    const { id } = client.simulator.faults.add({ kind: 'commit-then-fail', operation: 'createOrder', times: 1 })
    const body = client.draft()
    t.match(await client.lost('POST', '/orders', { body, headers }), /UND_ERR_SOCKET|ECONNRESET/)
    t.equal(await totalOf(client), 1, 'the write was kept')
    const again = await client.send('POST', '/orders', { body, headers })
    t.equal(again.status, 201)
    t.equal(await totalOf(client), 1, 'and there is no second order')
    const { data } = (await client.send('GET', '/orders')).body as { data: { id: string }[] }
    t.equal(again.body['id'], data[0]!.id)
    t.strictSame(counted(client, id), [1, 1, 'spent'])
  })

  t.test(`${name}: without a key the second try places a second order`, async (t) => {
    const client = await startClient(t, { tls })
    client.simulator.faults.add({ kind: 'commit-then-fail', operation: 'createOrder', times: 1 })
    const body = client.draft()
    await client.lost('POST', '/orders', { body })
    t.equal((await client.send('POST', '/orders', { body })).status, 201)
    t.equal(await totalOf(client), 2)
  })

  t.test(`${name}: the answer of a kept write may be a 500 of the contract`, async (t) => {
    const client = await startClient(t, { tls })
    client.simulator.faults.add({ kind: 'commit-then-fail', operation: 'createOrder', times: 1, answer: '500' })
    const body = client.draft()
    const failed = await client.send('POST', '/orders', { body, headers })
    t.equal(failed.status, 500)
    t.equal(failed.body['code'], 'internal_error')
    t.notMatch(failed.text, /fault|inject/i)
    t.equal((await client.send('POST', '/orders', { body, headers })).status, 201)
    t.equal(await totalOf(client), 1)
  })

  t.test(`${name}: or silence, until the client gives up`, async (t) => {
    const client = await startClient(t, { tls })
    const { faults } = client.simulator
    const { id } = faults.add({ kind: 'commit-then-fail', operation: 'createOrder', times: 1, answer: 'timeout' })
    const patience = new AbortController()
    const body = client.draft()
    const answer = client.lost('POST', '/orders', { body, headers, signal: patience.signal })
    while (counted(client, id)[1] === 0) await totalOf(client)
    patience.abort()
    t.equal(await answer, 'aborted')
    t.equal(await totalOf(client), 1)
    t.equal((await client.send('POST', '/orders', { body, headers })).status, 201)
    t.equal(await totalOf(client), 1)
  })
}

t.test('a refused call has written nothing, and does not count', async (t) => {
  const client = await startClient(t)
  const { id } = client.simulator.faults.add({ kind: 'commit-then-fail', operation: 'createOrder', times: 1 })
  t.equal((await client.send('POST', '/orders', { body: { ...client.draft(), order_type_code: 'none' } })).status, 422)
  t.strictSame(counted(client, id), [0, 0, 'active'])
})

t.test('reads and tokens are never written, so that a fault of every operation leaves them', async (t) => {
  const client = await startClient(t)
  const { id } = client.simulator.faults.add({ kind: 'commit-then-fail' })
  t.equal((await client.send('GET', '/account')).status, 200)
  t.strictSame(counted(client, id), [0, 0, 'active'])
})

t.test('a silent answer ends with the simulator', async (t) => {
  const client = await startClient(t)
  const { faults } = client.simulator
  const { id } = faults.add({ kind: 'commit-then-fail', operation: 'createOrder', answer: 'timeout' })
  const answer = client.lost('POST', '/orders', { body: client.draft() })
  while (counted(client, id)[1] === 0) await totalOf(client)
  await client.simulator.close()
  t.match(await answer, /UND_ERR_SOCKET|ECONNRESET/)
})

// A state that comes back is the one that was kept: by all that HTTP shows, and by what happens from there.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { minimal } from './samples.ts'
import { act, see, started, startHook } from './world-acts.ts'
import { removeMade } from '../remove-made.ts'

const webhook = (url: string) => ({ url, secret: 's'.repeat(32), enabled: true, events: ['*'] })
const hookPath = '/lenders/len_bluestem/webhooks/sandbox'

for (const seed of [1, 2, 3])
  t.test(`acts by chance, a snapshot, more acts, and back: seed ${seed}`, async (t) => {
    const { simulator, port } = await started(t)
    await port.company('PUT', hookPath, webhook(await startHook(t)))
    await act(port, simulator, seed, 30)
    const placed = await port.lender('POST', '/orders', minimal(simulator.clock.now()))
    await port.company('POST', `/orders/${placed.body.id}/messages`, {
      from: 'manager',
      body: 'Not taken by the receiver.',
    })
    await simulator.idle()
    const before = await see(port)
    const { id } = await simulator.snapshot('before')
    const answers = await act(port, simulator, seed + 100, 25)
    const after = await see(port)
    t.ok(before.events.length > 5 && before.clock.total > 0, 'there is something to keep and something owed')
    t.notSame(after, before)
    t.equal((await simulator.restore(id)).id, id)
    t.strictSame(await see(port), before, 'all is as it was')
    t.strictSame(await act(port, simulator, seed + 100, 25), answers, 'and the same acts get the same answers')
    const again = await see(port)
    for (const { hashes } of [...after.details, ...again.details]) hashes.length = 0
    t.strictSame(again, after, 'and lead to the same, ids and deliveries included')
    await simulator.restore({ id })
    t.strictSame(await see(port), before, 'as often as asked for')
  })

t.test('a data file has the state that came back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-snapshots-'))
  t.teardown(() => removeMade(folder))
  const data = join(folder, 'data')
  const first = await started(t, { data })
  await act(first.port, first.simulator, 5, 25)
  const before = await see(first.port)
  const snapshot = await first.simulator.snapshot()
  await act(first.port, first.simulator, 6, 15)
  await first.simulator.restore(snapshot)
  t.strictSame(await see(first.port), before, 'files included')
  await first.simulator.reset()
  await first.simulator.restore(snapshot)
  t.strictSame(await see(first.port), before, 'a reset forgets no snapshot')
  await first.simulator.close()
  const second = await started(t, { data })
  const [shown, then] = [await see(second.port), before].map(({ orders, details, events }) => {
    return { orders, details: details.map(({ hashes }: { hashes: string[] }) => hashes), events }
  })
  t.strictSame(shown, then)
})

t.test('a delivery under way is broken off and made again', async (t) => {
  const held: (() => void)[] = []
  let reached = (): void => undefined
  const first = new Promise<void>((resolve) => (reached = resolve))
  const server = createServer((_request, response) => {
    const answer = () => void response.writeHead(204).end()
    if (held.length > 0) return answer()
    held.push(answer)
    reached()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const { simulator, port } = await started(t)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await port.company('PUT', hookPath, { ...webhook(url), events: ['order.created'] })
  const placed = await port.lender('POST', '/orders', minimal(simulator.clock.now()))
  await first
  const snapshot = await simulator.snapshot()
  await simulator.restore(snapshot)
  await simulator.idle()
  const [event] = (await port.company('GET', `/events?order_id=${placed.body.id}`)).body.data
  t.match(event.delivery, { status: 'delivered', attempts: 1, last_response_status: 204 })
  t.equal((await port.company('GET', `/events/${event.id}/attempts`)).body.data.length, 1)
})

t.test('time goes back with the state, in every mode, and stays frozen or not', async (t) => {
  const { simulator, port } = await started(t, { clock: { mode: 'real' } })
  simulator.clock.freeze()
  const then = simulator.clock.now()
  const snapshot = await simulator.snapshot()
  t.equal(Date.parse(snapshot.now), then)
  await simulator.advance(86_400)
  await simulator.restore(snapshot)
  t.equal(simulator.clock.now(), then)
  t.equal(simulator.clock.frozen, true)
  simulator.clock.unfreeze()
  const { status } = await port.lender('POST', '/orders', minimal(then))
  t.equal(status, 201)
  t.ok(simulator.clock.now() < then + 86_400_000)
})

t.test('what a company of other readings does unasked comes at the same instant', async (t) => {
  const readings = {
    'amend.due-date-in-sandbox': 'accepted-automatically',
    'sandbox.spontaneous-moves': 'moves-automatically',
  }
  const { simulator, port } = await started(t, { readings })
  const { body: order } = await port.lender('POST', '/orders', minimal(simulator.clock.now()))
  await simulator.advance(1)
  await port.lender('PATCH', `/orders/${order.id}`, { due_date: '2098-06-02' })
  await simulator.advance(1)
  const due = simulator.clock.due()
  t.ok(due.length > 1 && due.every(({ kind, order_id }) => kind === 'company_act' && order_id === order.id))
  const snapshot = await simulator.snapshot()
  const moved = await simulator.clock.advanceUntilIdle({ max_seconds: 20 })
  await simulator.restore(snapshot)
  t.strictSame(simulator.clock.due(), due)
  t.strictSame(await simulator.clock.advanceUntilIdle({ max_seconds: 20 }), moved)
})

// Snapshots over the control interface: taken, listed, restored and removed.
import t from 'tap'
import { expectSucceeded } from './succeeding.ts'
import { bearer, begin, call, draft, lender, lenderPort, ok, placed, refused, simulator, statusOf } from './support.ts'

await begin()

t.test('a state is kept under an id and a name, and comes back', async (t) => {
  const id = await placed()
  const snapshot = await ok('post', '/snapshots', { name: 'one order' })
  t.match(snapshot, { name: 'one order', orders: 1, documents: 0 })
  t.equal(Date.parse(snapshot.now), simulator.clock.now())
  const unnamed = await ok('post', '/snapshots')
  t.equal(unnamed.name, null)
  t.strictSame((await ok('get', '/snapshots')).data, [snapshot, unnamed])

  await ok('post', `/orders/${id}/cancel`, { reason: 'nobody is free' })
  const other = await placed()
  await ok('post', '/clock/advance', { seconds: 86_400 })
  t.strictSame(await ok('post', `/snapshots/${snapshot.id}/restore`), snapshot)
  t.equal(await statusOf(id), 'new')
  t.match(await call('get', `/orders/${other}`), { status: 404 })
  t.equal((await ok('get', '/clock')).now, snapshot.now)
  t.match(await lender('main', 'get', '/account'), { status: 200 }, 'the token is as young as it was')

  t.strictSame(await ok('post', `/snapshots/${snapshot.id}/remove`), snapshot)
  await refused(t, 'post', `/snapshots/${snapshot.id}/restore`, undefined, 404, /no snapshot s1; GET \/snapshots/)
  await refused(t, 'post', `/snapshots/${snapshot.id}/remove`, undefined, 404, /no snapshot/)
  await refused(t, 'post', '/snapshots', { title: 'x' }, 422, /title is not known/)
})

t.test('a remembered key is as old as it was, and its replay is the same', async (t) => {
  await lender('main', 'get', '/account')
  const sent = draft()
  const send = () =>
    lenderPort.sandbox
      .post('/orders')
      .auth(bearer.get('main')!, { type: 'bearer' })
      .set('Idempotency-Key', 'k-1')
      .send(sent)
  const first = await send()
  t.equal(first.status, 201)
  const { id } = await ok('post', '/snapshots')
  await ok('post', '/clock/advance', { seconds: 30 * 86_400 })
  await ok('post', `/snapshots/${id}/restore`)
  const replay = await send()
  t.strictSame([replay.status, replay.body], [first.status, first.body])
  t.equal((await ok('get', '/orders')).total, 2)
})

t.test('there are a hundred snapshots at most', async (t) => {
  const { data } = await ok('get', '/snapshots')
  for (let n = data.length; n < 100; n++) await simulator.snapshot()
  await refused(t, 'post', '/snapshots', undefined, 409, /100 snapshots already; remove one first/)
  await simulator.removeSnapshot(simulator.snapshots()[0]!)
  await ok('post', '/snapshots')
})

expectSucceeded('snapshots')

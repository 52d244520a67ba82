// The world as a file over the control interface: exported, imported, and refused where it is none.
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { expectSucceeded } from './succeeding.ts'
import { begin, call, ok, placed, refused, simulator, statusOf } from './support.ts'

await begin()

t.test('a world leaves as a file and comes back', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/deliver`, {})
  const file = await ok('get', '/world')
  t.match(file, { format: 'assay-simulator-world', version: 1 })
  t.ok(Object.keys(file.files).length > 0)
  t.strictSame((await ok('get', '/world?documents=none')).files, {})
  const other = await placed()
  const { orders, documents } = await ok('post', '/world', file)
  t.strictSame([orders, documents], [1, Object.keys(file.files).length])
  t.equal(await statusOf(id), 'report_complete')
  t.match(await call('get', `/orders/${other}`), { status: 404 })
})

t.test('a world of more values than another body may have is taken', async (t) => {
  await simulator.seedOrders({ statuses: ['new'], count: 150 })
  const file = await ok('get', '/world')
  t.ok(JSON.stringify(file).split(/[,{[]/).length > 20_000)
  t.equal((await ok('post', '/world', file)).orders, 151)
})

t.test('what is no exported world is refused and changes nothing', async (t) => {
  const before = await ok('get', '/orders')
  const file = await ok('get', '/world')
  const foreign = await refused(t, 'post', '/world', {}, 422, /format assay-simulator-world/)
  t.equal(foreign.code, 'world_foreign')
  const damaged = await refused(t, 'post', '/world', { ...file, now: '2020-01-01T00:00:00Z' }, 422, /checksum/)
  t.equal(damaged.code, 'world_damaged')
  await refused(t, 'get', '/world?documents=some', undefined, 422, /one of all, none/)
  t.strictSame(await ok('get', '/orders'), before)
})

t.test('under readings with other ids, a world is exported and imported among its like', async (t) => {
  const readings = { 'conventions.identifier-length': 'short' }
  const own = await createSimulator({ clock: { mode: 'manual' }, readings })
  t.teardown(() => own.close())
  await own.seedOrders({ statuses: ['new'] })
  const file = await own.export()
  const like = await createSimulator({ clock: { mode: 'manual' }, readings })
  t.teardown(() => like.close())
  t.match(await like.import(file), { orders: 1 })
  const next = async (one: typeof own) => (await one.seedOrders({ statuses: ['new'] })).data[0]!.id
  t.equal(await next(like), await next(own))
  await t.rejects(simulator.import(file), { code: 'world_of_other_readings' })
})

t.test('whatever the readings, a simulator takes back what it has written', async (t) => {
  for (const vary of [1, 2, 3, 4]) {
    const own = await createSimulator({ clock: { mode: 'manual' }, vary, persona: 'revision-happy' })
    t.teardown(() => own.close())
    const { data } = await own.seedOrders()
    await own.clock.advanceToNextDue()
    const file = await own.export()
    t.ok(data.length > 10)
    t.match(await own.import(file), { orders: file.tables['orders']!.length }, `seed ${vary}`)
    const { assay: _one, ...again } = await own.export()
    t.match(file, again, `seed ${vary}: written again it is the same`)
  }
})

expectSucceeded('world')

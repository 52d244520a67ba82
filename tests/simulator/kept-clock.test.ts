// Domain time over a kill: a copy of the data file is what a kill leaves, and a simulator on it goes on from there.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import type { ControlCall } from '../../simulator/control/operation.ts'
import { clockOperations } from '../../simulator/control/operations/clock.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { createClock } from '../../simulator/time/create-clock.ts'
import { start, unlimited } from './support.ts'
import type { List, Order } from './wire-types.ts'
import { removeMade } from '../remove-made.ts'

const day = 86_400_000

/** A data file that is there until its simulators are closed. */
const dataFile = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kept-clock-'))
  t.teardown(() => removeMade(folder))
  return join(folder, 'world.ndjson')
}

let copies = 0

/** What a kill at this moment leaves behind. */
const killed = (file: string): string => {
  const left = `${file}.${(copies += 1)}`
  copyFileSync(file, left)
  return left
}

const reopened = (t: Test, file: string) => start(t, { ...unlimited, data: killed(file) })

t.test('a clock that was moved stays moved', async (t) => {
  const data = dataFile(t)
  const api = await start(t, { ...unlimited, data })
  const token = await api.token('main')
  const early = await api.create()
  await api.company('/clock/advance', { seconds: 20 * 86_400 })
  const at = api.now()

  const after = await reopened(t, data)
  t.ok(after.now() >= at, 'domain time does not run back')
  t.equal((await after.call({ token }, 'GET', '/account')).status, 401, 'an expired token stays expired')
  const late = await after.create()
  const list = await after.ok<List<Order>>('main', 'GET', '/orders')
  t.strictSame(
    list.data.map(({ id }) => id),
    [late.id, early.id],
    'a new order is the newest',
  )
})

t.test('a clock that runs ahead is kept with each write', async (t) => {
  const data = dataFile(t)
  const api = await start(t, { ...unlimited, data })
  await api.simulator.clock.advance(api.now() + 3 * day)
  const order = await api.create()
  const after = await reopened(t, data)
  t.ok(after.now() >= Date.parse(order.status.changed_at))
})

t.test('a move of the clock in process is permanent', async (t) => {
  const data = dataFile(t)
  const { simulator } = await start(t, { ...unlimited, data })
  const moves: [string, () => Promise<unknown>][] = [
    ['advance of the simulator', () => simulator.advance(86_400)],
    ['clock.advance', () => simulator.clock.advance(simulator.clock.now() + day)],
    ['clock.advanceTo', () => simulator.clock.advanceTo(simulator.clock.now() + day)],
    ['clock.advanceUntilIdle', () => simulator.clock.advanceUntilIdle()],
  ]
  for (const [name, move] of moves) {
    simulator.clock.at(simulator.clock.now() + day, 'a day', 'test', () => undefined)
    const from = simulator.clock.now()
    await move()
    const left = killed(data)
    t.ok(simulator.clock.now() > from, `${name} moves`)
    const after = await start(t, { ...unlimited, data: left })
    t.ok(after.now() >= from + day / 2, `${name} is kept`)
  }
})

t.test('an answer shows no instant that another call moves to while its own is kept', async (t) => {
  const clock = createClock({ mode: 'manual', start: 0 })
  const flush = () => clock.advance(clock.now() + day)
  const call = { services: { clock, store: { flush } }, body: { seconds: 60 } } as unknown as ControlCall
  t.match(await clockOperations.advanceClock.handle(call), { now: '1970-01-01T00:01:00.000Z' })
  t.equal(clock.now(), 60_000 + day)
})

t.test('a clock that runs ahead is kept without any write', async (t) => {
  const data = dataFile(t)
  const simulator = await startSimulator({ data, clock: { mode: 'accelerated', rate: 86_400 } })
  t.teardown(() => simulator.close())
  const from = simulator.clock.now()
  // Waits for the file, not for an amount of time.
  for (;;) {
    const after = await startSimulator({ data: killed(data), clock: { mode: 'manual' } })
    const kept = after.clock.now()
    await after.close()
    if (kept > from + day / 2) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  t.pass('it was written while nothing happened')
})

t.test('domain time ends where years have four digits', async (t) => {
  const api = await start(t, unlimited)
  const { status, body } = await api.fetchRaw('POST', `${api.simulator.controlUrl}/clock/advance`, {
    body: { seconds: 1e12 },
  })
  t.equal(status, 422)
  t.match((body as { message: string }).message, /seconds, \d+ at most now, but 1000000000000 came/)
  await api.company('/clock/advance', { to: '9899-06-01T00:00:00Z' })
  const order = await api.create()
  t.match(order.status.changed_at, /^9899-/, 'orders are placed until the end')
  t.equal((await api.call('main', 'GET', `/orders/${order.id}`)).status, 200)
})

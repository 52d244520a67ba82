// Personas from code and at the start: every clock, a restart, a seed, and any mix of readings.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { personaNames } from '../../simulator/personas/persona-table.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import type {
  Fired,
  Product,
  Simulator,
  SimulatorOptions,
  WorldCompany,
} from '../../simulator/public/simulator-options.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import type { StartOptions } from '../../simulator/start/start-simulator.ts'
import { minimal } from './samples.ts'
import { start, unlimited } from './support.ts'
import type { Order } from './wire-types.ts'
import { removeMade } from '../remove-made.ts'

const day = 86_400

const dataFile = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-personas-'))
  t.teardown(() => removeMade(folder))
  return join(folder, 'world.ndjson')
}

/** At the control port, where no token ends. */
const seen = async <Body>(controlUrl: string, path: string): Promise<Body> =>
  (await (await fetch(`${controlUrl}${path}`)).json()) as Body

const steps = (fired: readonly Fired[]): Fired[] => fired.filter(({ what }) => what.startsWith('persona '))

/** What the personas do with two new orders in three weeks: instants since the start, and moves. */
const courseOf = async (t: Test, options: StartOptions): Promise<string[]> => {
  const api = await start(t, options)
  await api.create()
  await api.create()
  const began = api.now()
  return steps(await api.simulator.advance(21 * day)).map(
    ({ at, what, outcome }) => `${Date.parse(at) - began} ${what} ${outcome}`,
  )
}

t.test('the same seed gives the same course, and another seed another one', async (t) => {
  const first = await courseOf(t, { persona: 'punctual' })
  t.ok(first.length >= 12, `${first.length} steps`)
  t.strictSame(await courseOf(t, { persona: { name: 'punctual', seed: 1 } }), first)
  t.not((await courseOf(t, { persona: { name: 'punctual', seed: 2 } })).join('\n'), first.join('\n'))
})

t.test('a persona of the start works in production and in the sandbox, and survives a reset', async (t) => {
  const api = await start(t, { persona: 'punctual' })
  const orders = async () => [
    await api.create(),
    await api.ok<Order>('production', 'POST', '/orders', { body: minimal(api.now()), status: 201 }),
  ]
  const codes = async (placed: Order[]) => [
    (await api.ok<Order>('main', 'GET', `/orders/${placed[0]!.id}`)).status.code,
    (await api.ok<Order>('production', 'GET', `/orders/${placed[1]!.id}`)).status.code,
  ]
  const before = await orders()
  await api.simulator.advance(21 * day)
  t.strictSame(await codes(before), ['report_complete', 'report_complete'])
  await api.simulator.reset()
  const after = await orders()
  await api.simulator.advance(21 * day)
  t.strictSame(await codes(after), ['report_complete', 'report_complete'])
})

t.test('personas are set, listed and removed from code', async (t) => {
  const { simulator } = await start(t)
  const { personas } = simulator
  const one = await personas.set({ name: 'slow', lender_id: 'len_bluestem', seed: 4 })
  t.strictSame(personas.list(), [one])
  t.match(one, { name: 'slow', lender_id: 'len_bluestem', order_id: null, seed: 4 })
  await t.rejects(personas.set({ name: 'slow', lender_id: 'len_nobody' }), { message: /no lender len_nobody/ })
  t.equal(await personas.remove(one.id), true)
  t.equal(await personas.remove(one.id), false)
  t.strictSame(personas.list(), [])
})

t.test('a persona that cannot be is refused at the start', async (t) => {
  const lazy = { persona: 'lazy' } as unknown as SimulatorOptions
  await t.rejects(createSimulator(lazy), { code: 'invalid_option', message: /persona must be one of punctual/ })
  const nobody: SimulatorOptions = { persona: [{ name: 'slow', lender_id: 'len_nobody' }] }
  await t.rejects(createSimulator(nobody), { code: 'invalid_option', message: /no lender len_nobody/ })
})

t.test('a restart goes on where the persona was', async (t) => {
  const data = dataFile(t)
  const first = await startSimulator({ clock: { mode: 'manual' }, data, persona: { name: 'revision-happy', seed: 3 } })
  const { client_id, client_secret } = first.profile().credentials.main
  const token = async (url: string): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const headers = async (url: string) => ({
    authorization: `Bearer ${await token(url)}`,
    'content-type': 'application/json',
  })
  const placed = await fetch(`${first.sandboxUrl}/orders`, {
    method: 'POST',
    headers: await headers(first.sandboxUrl),
    body: JSON.stringify(minimal(first.clock.now())),
  })
  const { id } = (await placed.json()) as Order
  await first.advance(5 * day)
  const [kept] = first.personas.list()
  const [due] = first.clock.upcoming().filter(({ subject }) => subject === id)
  await first.close()

  const second = await startSimulator({ clock: { mode: 'manual' }, data })
  t.teardown(() => second.close())
  t.strictSame(second.personas.list(), [kept])
  t.strictSame(
    second.clock.upcoming().filter(({ subject }) => subject === id),
    [due],
    'and at the same instant',
  )
  await second.advance(30 * day)
  const answer = await fetch(`${second.sandboxUrl}/orders/${id}`, { headers: await headers(second.sandboxUrl) })
  t.equal(((await answer.json()) as Order).status.code, 'revised_report_complete')
})

t.test('with a clock that runs, a persona acts without an advance', async (t) => {
  const api = await start(t, { ...unlimited, persona: 'punctual', clock: { mode: 'accelerated', rate: 500_000 } })
  // An hour, the life of a token, takes 7 ms here: too few for a call on a busy machine.
  api.simulator.clock.freeze()
  const { id } = await api.create()
  api.simulator.clock.unfreeze()
  const code = async () => (await seen<{ order: Order }>(api.simulator.controlUrl, `/orders/${id}`)).order.status.code
  while ((await code()) !== 'report_complete') await sleep(20)
  t.equal(await code(), 'report_complete')
})

const clientOf = ({ world }: Pick<Simulator, 'world'>) => world.credentials.find(({ id }) => id === world.roles.main)!

/** A product that needs nothing but itself, under whatever code this world has it. */
const plainProduct = async (controlUrl: string): Promise<string> => {
  const { data } = await seen<{ data: WorldCompany[] }>(controlUrl, '/companies')
  const isPlain = ({ active, loan_types, loan_purposes, property_types, withheld_from }: Product) =>
    active && [loan_types, loan_purposes, property_types, withheld_from].every((list) => list.length === 0)
  return data[0]!.catalog.find(isPlain)!.code
}

/** Some companies deliver on working days alone. */
const wednesday = (now: number): string => {
  const date = new Date(now + 20 * day * 1000)
  date.setUTCDate(date.getUTCDate() + ((10 - date.getUTCDay()) % 7))
  return date.toISOString().slice(0, 10)
}

t.test('whatever readings the simulator takes, no persona is refused a step', async (t) => {
  for (const seed of [1, 2, 3, 4]) {
    for (const name of personaNames) {
      const { simulator, ...api } = await start(t, { vary: seed, persona: name })
      const order = {
        ...minimal(api.now()),
        order_type_code: await plainProduct(simulator.controlUrl),
        due_date: wednesday(api.now()),
      }
      const { lender_id } = clientOf(simulator)
      for (const environment of ['production', 'sandbox'])
        await api.company('/orders', { lender_id, environment, order })
      const fired = steps(await simulator.advance(90 * day))
      t.equal(fired.length > 0, name !== 'silent', `${name} under ${seed}: ${fired.length} steps`)
      t.strictSame(
        fired.filter(({ outcome }) => /^(not taken|error)/.test(outcome ?? '')),
        [],
        `${name} under ${seed}`,
      )
    }
  }
})

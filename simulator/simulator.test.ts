import t from 'tap'
import { createSimulator, type SimulatorOptions } from './simulator.ts'

t.test('options that cannot be used are refused by name, with what fits', async (t) => {
  const refused = (options: unknown, code: string, message: string) =>
    t.rejects(createSimulator(options as SimulatorOptions), { code, message: new RegExp(message) }, message)
  await refused({ defct: 'x' }, 'unknown_option', 'no option defct; it knows world, port, ')
  await refused({ clock: 'manual' }, 'invalid_option', 'clock must be .*mode: \'manual\'.*, but is "manual"')
  await refused({ clock: { mode: 'manua' } }, 'invalid_option', 'clock must be .* but is \\{"mode":"manua"\\}')
  await refused({ clock: { mode: 'accelerated' } }, 'invalid_option', 'clock must be .*rate: 60')
  await refused({ port: 'a' }, 'invalid_option', 'port must be a whole number from 0 to 65535, but is "a"')
  await refused({ port: 70_000 }, 'invalid_option', 'but is 70000')
  await refused({ log: {} }, 'invalid_option', 'log must be a logger')
  await refused([], 'invalid_option', 'must be a map')
  await refused({ defect: 'no-such-defect' }, 'unknown_defect', 'no-such-defect')
  await refused({ world: 'mars' }, 'unknown_world', 'mars')
  await refused({ like: '/no/such/report.json' }, 'unreadable_report', '/no/such/report.json')
})

t.test('a world without a main credential is refused: nothing could be done there', async (t) => {
  const { world, close } = await createSimulator()
  await close()
  const nobody = { ...world, roles: { ...world.roles, main: 'cli_nobody' } }
  await t.rejects(createSimulator({ world: nobody }), { code: 'world_without_main', message: /cli_nobody/ })
})

t.test('a world of your own is served, and the profile names its main credential', async (t) => {
  const first = await createSimulator()
  await first.close()
  const simulator = await createSimulator({ world: { ...first.world, name: 'mine' }, clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })
  t.equal(answer.status, 200)
  const before = simulator.clock.now()
  await simulator.advance(3600)
  t.equal(simulator.clock.now() - before, 3_600_000)
})

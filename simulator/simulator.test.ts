import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSimulator, type SimulatorOptions, type World } from './simulator.ts'

t.test('options that cannot be used are refused by name, with what fits', async (t) => {
  const refused = (options: unknown, code: string, message: string) =>
    t.rejects(createSimulator(options as SimulatorOptions), { code, message: new RegExp(message) }, message)
  await refused({ defct: 'x' }, 'unknown_option', 'no option defct; it knows world, port, ')
  await refused({ clock: 'manual' }, 'invalid_option', 'clock must be .*mode: \'manual\'.*, but is "manual"')
  await refused({ clock: { mode: 'manua' } }, 'invalid_option', 'clock must be .* but is \\{"mode":"manua"\\}')
  await refused({ clock: { mode: 'accelerated' } }, 'invalid_option', 'clock must be .*rate: 60')
  await refused({ port: 'a' }, 'invalid_option', 'port must be a whole number from 0 to 65535, but is "a"')
  await refused({ port: 70_000 }, 'invalid_option', 'but is 70000')
  await refused({ clock: { mode: 'manual', rate: 60 } }, 'invalid_option', 'clock must be .* but is .*"rate":60')
  for (const publicOrigin of ['foo', 'http:foo', 'https://x.example/v1', 'https://x.example/', 'ftp://x.example'])
    await refused({ publicOrigin }, 'invalid_option', `publicOrigin must be .* but is "${publicOrigin}"`)
  await refused({ tls: { cert: '', key: '' } }, 'invalid_option', '^tls.cert must be a certificate .* but is empty')
  await refused({ tls: { cert: 'x', key: 'y' } }, 'invalid_option', '^tls.cert must be a certificate')
  await refused({ log: {} }, 'invalid_option', 'log must be a logger')
  await refused([], 'invalid_option', 'must be a map')
  await refused({ defect: 'no-such-defect' }, 'unknown_defect', 'no-such-defect')
  await refused({ world: 'mars' }, 'unknown_world', 'mars')
  await refused({ like: '/no/such/report.json' }, 'unreadable_report', '/no/such/report.json')
})

t.test('two personas for the same orders are refused, and a narrower one beside a wider is not', async (t) => {
  const twice = (...persona: SimulatorOptions['persona'][]) =>
    createSimulator({ persona: persona as never, clock: { mode: 'manual' } })
  await t.rejects(twice({ name: 'punctual' }, { name: 'slow' }), {
    code: 'invalid_option',
    message: /^One persona can play the company for all orders, but punctual and slow are given; leave one out\.$/,
  })
  const lender_id = 'len_bluestem'
  await t.rejects(twice({ name: 'slow', lender_id }, { name: 'slow', lender_id }), {
    message: /for lender len_bluestem/,
  })
  const simulator = await twice({ name: 'punctual' }, { name: 'slow', lender_id })
  t.equal(simulator.personas.list().length, 2)
  await simulator.close()
})

t.test('a fault for nobody that is here is refused', async (t) => {
  const faults = (fault: object) => ({ clock: { mode: 'manual' as const }, faults: [fault as never] })
  for (const [field, fault] of [
    ['client_id', { kind: 'reset', client_id: 'cli_nobody' }],
    ['lender_id', { kind: 'drop', lender_id: 'len_nobody' }],
    ['order_id', { kind: 'drop', order_id: 'ord_nobody' }],
  ] as const) {
    const refused = {
      code: 'invalid_fault',
      message: new RegExp(`: ${field}: There is no \\w+ \\w+_nobody; there (are .*bluestem|is none)`),
    }
    await t.rejects(createSimulator(faults(fault)), refused)
    const simulator = await createSimulator(faults({ kind: 'reset', client_id: 'cli_bluestem_sandbox', nth: 99 }))
    t.throws(() => simulator.faults.add(fault), refused)
    t.equal(simulator.faults.list().length, 1)
    await simulator.close()
  }
})

t.test('a world without a main credential is refused: nothing could be done there', async (t) => {
  const { world, close } = await createSimulator()
  await close()
  const nobody = { ...world, roles: { ...world.roles, main: 'cli_nobody' } }
  await t.rejects(createSimulator({ world: nobody }), { code: 'world_without_main', message: /cli_nobody/ })
})

t.test('a world that nobody could use is refused in one sentence, before anything is opened', async (t) => {
  const first = await createSimulator({ clock: { mode: 'manual' } })
  await first.close()
  type Loose = Record<string, Record<string, unknown>[]> & { roles: Record<string, unknown> }
  const changed = (change: (world: Loose) => void): World => {
    const world = structuredClone(first.world) as unknown as Loose
    change(world)
    return world as unknown as World
  }
  const fields = (table: string, values: object) => changed((world) => void Object.assign(world[table]![0]!, values))
  const put = (values: object) => changed((world) => void Object.assign(world, values))
  let deep = {}
  for (let n = 0; n < 20_000; n += 1) deep = { deep }
  const data = join(t.testdir(), 'world.ndjson')
  for (const [world, says] of [
    [fields('companies', { catalog: [1] }), /companies\.0\.catalog\.0 must be object/],
    [fields('companies', { catalog: null }), /companies\.0\.catalog must be array/],
    [put({ companies: [{}] }), /companies\.0 must have/],
    [put({ companies: undefined }), /'companies'/],
    [put({ lenders: [null] }), /lenders\.0 must be object/],
    [fields('lenders', { company_id: 'cmp_none' }), /no company cmp_none, which len_\w+ names/],
    [put({ lenders: [] }), /no lender/],
    [put({ credentials: [{}] }), /credentials\.0 must have/],
    [fields('credentials', { environment: 'moon' }), /credentials\.0\.environment must be/],
    [
      changed(({ credentials }) => credentials!.push({ ...credentials![0] })),
      /two credentials of the world have one id/,
    ],
    [changed(({ roles }) => (roles['no_cancel'] = 'cli_nobody')), /no credential cli_nobody, which roles\.no_cancel/],
    [put({ postal_codes: null }), /postal_codes must be object/],
    [put({ more: () => 1 }), /cannot be copied/],
    [put({ deep }), /cannot be copied/],
  ] as const)
    await t.rejects(createSimulator({ world, data, clock: { mode: 'manual' } }), {
      code: 'unusable_world',
      message: new RegExp(`^The world given to createSimulator cannot be used: .*${says.source}.*; correct it\\.$`),
    })
  t.notOk(existsSync(data), 'no data file is begun')
  const thrown = Object.defineProperty({}, 'roles', {
    get() {
      throw new Error('of theirs')
    },
  }) as World
  await t.rejects(createSimulator({ world: thrown }), { code: 'invalid_option', message: /^world must be the name/ })
  await t.rejects(createSimulator({ world: { secret: 'x'.repeat(9000) } as never }), { message: /^.{1,300}$/ })
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

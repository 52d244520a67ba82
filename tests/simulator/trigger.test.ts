// `assay trigger`: every event of the contract is raised from an order in any state, and is in the feed of the lender.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { loadContract } from '../../simulator/contract/contract.ts'
import { createSimulator } from '../../in-process.ts'
import { createControlClient } from '../../simulator/cli/remote/control-client.ts'
import { startSimulator, type StartedSimulator } from '../../simulator/start/start-simulator.ts'
import { triggerTypes } from '../../simulator/cli/trigger/next-move.ts'
import { trigger } from '../../simulator/cli/trigger/trigger.ts'
import { callAssay } from '../call-command.ts'
import { runAssay } from '../run-assay.ts'

const types = loadContract().webhooks.event_types

const started = async (t: Test): Promise<StartedSimulator> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  return simulator
}

const clientOf = ({ controlUrl }: { controlUrl: string }) => createControlClient({ controlUrl })

t.test('the events that can be raised are those of the contract', async (t) => {
  t.strictSame(triggerTypes.toSorted(), types.toSorted())
})

t.test('each event is raised for a new order, last of all that is done', async (t) => {
  const simulator = await started(t)
  for (const type of types) {
    const { event, order_id, made } = await trigger(clientOf(simulator), { type })
    t.equal(event.type, type)
    const { data } = await simulator.company.events({ order_id, type, per_page: 100 })
    t.ok(
      data.some(({ id }) => id === event.id),
      `${type} is in the feed`,
    )
    const earlier = made.slice(0, -1).flatMap(({ raised }) => raised)
    t.notOk(
      earlier.some((one) => one.type === type),
      `${type}: nothing is done after it`,
    )
  }
})

t.test('each event is raised for an order that is held, delivered, under correction or cancelled', async (t) => {
  const simulator = await started(t)
  const { company } = simulator
  const control = clientOf(simulator)
  const place = async () => (await trigger(control, { type: 'order.created' })).order_id
  const states: Record<string, (id: string) => Promise<unknown>> = {
    held: (id) => company.hold(id, 'Later.'),
    'in work': (id) => company.move(id, 'awaiting_review'),
    delivered: (id) => company.deliver(id),
    'under correction': async (id) => {
      await company.deliver(id)
      await company.openRevision(id, { kind: 'correction', reason: 'A unit is missing.' })
    },
    cancelled: (id) => company.decline(id, 'No appraiser.'),
  }
  // A report is out: the company neither holds nor cancels the order any more.
  const closed = ['order.on_hold', 'order.resumed', 'order.cancelled']
  for (const [state, bring] of Object.entries(states))
    for (const type of types.filter((one) => one !== 'order.created')) {
      const order = await place()
      await bring(order)
      if (state === 'delivered' && closed.includes(type)) {
        await t.rejects(trigger(control, { type, order }), { code: 'conflict' }, `${type} of a ${state} order`)
        continue
      }
      t.match(
        await trigger(control, { type, order }),
        { order_id: order, event: { type } },
        `${type} of a ${state} order`,
      )
    }
})

t.test('any credential can have the new order', async (t) => {
  const simulator = await started(t)
  const { other_company, production } = simulator.profile().credentials
  for (const { client_id } of [other_company!, production!]) {
    const { order_id } = await trigger(clientOf(simulator), { type: 'order.assigned', client: client_id })
    const order = await simulator.company.order(order_id)
    t.equal(order.environment, client_id === production!.client_id ? 'production' : 'sandbox')
  }
  await t.rejects(trigger(clientOf(simulator), { type: 'order.created', client: 'cli_none' }), {
    code: 'unknown_client',
  })
})

t.test('the command prints one line for each operation, and ends as it should', async (t) => {
  const simulator = await started(t)
  const at = ['--control-url', simulator.controlUrl]
  const done = await runAssay(['trigger', 'order.completed', ...at])
  t.equal(done.code, 0, done.err)
  t.match(done.out, /^POST \/orders {2}→ {2}new {2}order\.created \(evt_\w+\)\nPOST \/orders\/ord_\w+\/deliver {2}→ /)
  t.match(done.out, /order\.completed \(evt_\w+\)/)
  const json = await callAssay(['trigger', 'order.on_hold', '--json'], { ASSAY_CONTROL_URL: simulator.controlUrl })
  t.match(JSON.parse(json.out), {
    event: { type: 'order.on_hold' },
    made: [{ call: 'POST /orders' }, { status: 'on_hold' }],
  })
  const gone = await startSimulator()
  await gone.close()
  const cases: [code: number, said: RegExp, ...args: string[]][] = [
    [3, /^unknown_event_type: .*order\.completed/, 'order.nothing', ...at],
    [3, /^order_given: /, 'order.created', '--order', 'ord_1', ...at],
    [3, /^unusable_url: /, 'order.created', '--control-url', 'nowhere'],
    [
      3,
      /^no_control_port: .*the service that a client calls answers; .* after `control`/,
      'order.assigned',
      '--control-url',
      simulator.sandboxUrl,
    ],
    [1, /^not_found: There is no order ord_1/, 'order.assigned', '--order', 'ord_1', ...at],
    [2, /^control_unreachable: .*ECONNREFUSED.*assay simulate/, 'order.assigned', '--control-url', gone.controlUrl],
  ]
  for (const [code, said, ...args] of cases) {
    const ended = await callAssay(['trigger', ...args])
    t.equal(ended.code, code, args.join(' '))
    t.match(ended.err, said, args.join(' '))
    t.match(ended.err, /^[^\n]+\n$/)
  }
})

t.test('a control port that asks for a token gets it, and no other server does', async (t) => {
  const token = 'a-token-of-the-control-port'
  const simulator = await startSimulator({ controlToken: token })
  t.teardown(() => simulator.close())
  const { controlUrl, sandboxUrl, journal } = simulator
  const at = ['trigger', 'order.created', '--control-url']
  const cases: [code: number, said: RegExp, ...args: string[]][] = [
    [1, /^unauthorized: .*none is given; give .* as --control-token, or set ASSAY_CONTROL_TOKEN/, controlUrl],
    [
      1,
      /^unauthorized: .*another one is given; give .* as --control-token/,
      controlUrl,
      '--control-token',
      'another-one-of-a-port',
    ],
    [3, /^no_control_port: /, sandboxUrl, '--control-token', token],
    [0, /^$/, controlUrl, '--control-token', token],
  ]
  for (const [code, said, ...args] of cases) {
    const ended = await callAssay([...at, ...args])
    t.match(ended, { code, err: said }, args.join(' '))
  }
  t.notMatch(JSON.stringify(journal.entries()), token)
})

t.test('a refusal is repeated where it has a code, and not without end', async (t) => {
  let refusal = {}
  const server = createServer((request, response) => {
    const [status, body] = request.url === '/livez' ? [200, { status: 'alive' }] : [409, refusal]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const at = ['trigger', 'order.created', '--control-url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  for (const code of ['::error::x', 'x\n::error::y', '', 'X', 'x'.repeat(10_000), 7]) {
    refusal = { code, message: 'Something.' }
    t.match(
      await callAssay(at),
      { code: 1, err: /^refused: \S+ \/\S* was answered 409\.\n$/ },
      String(code).slice(0, 20),
    )
  }
  refusal = { code: 'not_found', message: 'x'.repeat(1_000_000) }
  const { err } = await callAssay(at)
  t.match(err, /^not_found: x+/)
  t.ok(err.length < 2_000)
})

t.test('a command that asks the wrong port is not blamed on the client', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const { sandboxUrl } = simulator
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = (await (await fetch(`${sandboxUrl}/oauth/token`, { method: 'POST', body })).json()) as {
    access_token: string
  }
  await fetch(`${sandboxUrl}/account`, { headers: { authorization: `Bearer ${access_token}` } })
  for (const command of ['trigger', 'trigger', 'audit', 'audit', 'health', 'health']) {
    const args = { trigger: ['order.created', '--control-url', sandboxUrl] }[command] ?? [sandboxUrl]
    await callAssay([command, ...args])
  }
  t.equal(simulator.journal.entries().length, 8)
  t.strictSame((await simulator.audit()).violated, [])
})

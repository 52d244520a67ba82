// `simulator.audit()` and `simulator.expectConforming()`: the client judged in the test that runs it.
import t, { type Test } from 'tap'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../in-process.ts'
import { clientRules } from '../../conformance/audit/judge-journal.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'
import { dueIn } from './orders.ts'

const key = 'idempotency.client-always-sends-a-key'

const started = async (t: Test, options: SimulatorOptions = {}): Promise<Simulator> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, ...options })
  t.teardown(() => simulator.close())
  return simulator
}

/** A client that does as it should, but for the key of its create. */
const place = async (simulator: Simulator, headers: Record<string, string> = {}): Promise<number> => {
  const { client_id, client_secret } = simulator.profile().credentials.main
  const url = simulator.sandboxUrl
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const granted = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  const { access_token } = (await granted.json()) as { access_token: string }
  const bearer = { Authorization: `Bearer ${access_token}` }
  await fetch(`${url}/account`, { headers: bearer })
  await fetch(`${url}/order-types`, { headers: bearer })
  const contacts = [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }]
  const draft = {
    order_type_code: '1004',
    due_date: dueIn(simulator.clock.now(), 20),
    loan: { purpose: 'refinance' },
    property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
    borrowers: [{ role: 'borrower', first_name: 'Ann', last_name: 'Example', contacts }],
  }
  const { status } = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { ...bearer, ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(draft),
  })
  return status
}

t.test('a client that sends no key: the rule, its evidence and what to change', async (t) => {
  const simulator = await started(t)
  t.equal(await place(simulator), 201)
  const { violated, passed, notTested, notApplicable, accepted, message, calls, from_start } = await simulator.audit()
  t.strictSame(
    violated.map(({ rule }) => rule),
    [key],
  )
  t.strictSame([calls, from_start, accepted], [4, true, []])
  t.strictSame(violated[0]!.findings[0]!.entries, ['j4'])
  const all = [violated, passed, notTested, notApplicable].flat().map(({ rule }) => rule)
  t.strictSame(
    all.toSorted(),
    clientRules()
      .map(({ id }) => id)
      .toSorted(),
    'every rule of the client stands in one list',
  )
  await t.rejects(simulator.expectConforming(), { code: 'client_violates_rules', message })
  t.match(message, /^The client must keep the rules of the contract, and violates 1 rule:\n\n {2}idempotency/)
  t.match(message, /\n {4}entry {5}j4 POST \/sandbox\/v1\/orders → 201\n {4}change {4}\w/)
})

t.test('a client that keeps the contract passes', async (t) => {
  const simulator = await started(t, { publicOrigin: sandboxOrigin })
  await runClientOn(simulator)
  const { violated, passed, message } = await simulator.expectConforming()
  t.strictSame([violated, message], [[], ''])
  const judged = new Set(passed.map(({ rule }) => rule))
  for (const rule of ['auth.client-caches-tokens', 'feed.client-reconciles-long-gaps-from-orders', key])
    t.ok(judged.has(rule), rule)
})

t.test('some rules alone, and violations that are accepted', async (t) => {
  const simulator = await started(t)
  await place(simulator)
  const { accepted, violated } = await simulator.expectConforming({ accept: [key] })
  t.strictSame([accepted.map(({ rule }) => rule), violated], [[key], []])
  const one = await simulator.expectConforming({ rules: ['auth.client-caches-tokens', key], accept: [key] })
  t.equal([...one.passed, ...one.accepted, ...one.notTested].length, 2)
  await t.rejects(simulator.expectConforming({ rules: [key] }), { code: 'client_violates_rules' })
  await t.rejects(simulator.audit({ rules: ['no.such-rule'] }), { code: 'unknown_rule', message: /no\.such-rule/ })
  await t.rejects(simulator.audit({ ignore: [] } as object), { code: 'invalid_option', message: /rules and accept/ })
  await t.rejects(simulator.audit({ rules: key } as object), { code: 'invalid_option', message: /must be a list/ })
})

t.test('an assertion that compared nothing fails', async (t) => {
  const simulator = await started(t)
  t.strictSame((await simulator.audit()).violated, [])
  await t.rejects(simulator.expectConforming(), { code: 'nothing_judged', message: /from 0 calls/ })
  await place(simulator, { 'Idempotency-Key': 'one' })
  await simulator.expectConforming()
  const silent = await started(t, { journal: false })
  await t.rejects(silent.audit(), { code: 'journal_off' })
})

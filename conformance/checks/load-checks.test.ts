import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { check } from '../kit/check.ts'
import { freedoms, operations, rules } from '../contract/contract.ts'
import { fitCheck, fitChecks, loadChecks, outlineChecks, prepareChecks, readOne } from './load-checks.ts'
import { writtenOutlines } from './outlines.ts'
import { unmetNeed } from '../run/needs.ts'
import { seededRandom } from '../kit/seeded-random.ts'
import { selectChecks } from '../run/select-checks.ts'

const fine = check({ id: 'list.a-claim', verifies: ['list.orders-newest-first'], needs: [], run: async () => {} })

t.test('every check there is fits the rules there are', async (t) => {
  const checks = await outlineChecks()
  const areas = fileURLToPath(new URL('../checks/', import.meta.url))
  const files = readdirSync(areas, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^\w[\w-]*\/(?!.*\.(?:test|d)\.).+\.[jt]s$/.test(file),
  )
  t.ok(files.length > 0)
  t.strictSame(
    [...new Set(checks.map(({ file }) => file))].toSorted(),
    files.map((file) => file.replaceAll('\\', '/')).toSorted(),
    'each file has a check or claims',
  )
  t.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
})

t.test('what the build wrote down is what the files say, and a check of it does what its file does', async (t) => {
  const written = writtenOutlines()
  t.strictSame(written, JSON.parse(JSON.stringify(await outlineChecks())))
  const checks = await loadChecks()
  t.strictSame(
    checks.map(({ id }) => id),
    written!.map(({ id }) => id),
  )
  await prepareChecks(checks)
  const own = checks.find(({ id }) => id === 'versioning.base-address-ends-in-v1')!
  await t.rejects(own.run({ profile: {} } as never), { message: /names no production_base_url/ })
})

t.test('a check that names an unknown rule stops the run', async (t) => {
  const file = 'list/a-claim.ts'
  t.equal(fitCheck(file, fine).id, 'list.a-claim')
  t.throws(() => fitCheck(file, { ...fine, verifies: ['list.no-such-rule'] }), { code: 'unknown_rule', exitCode: 2 })
  t.throws(() => fitCheck(file, { ...fine, id: 'list.another-claim' }), { code: 'unfit_check' })
  t.equal(fitCheck('list/some-orders.ts', { ...fine, scenario: 'some-orders' }).id, 'list.a-claim')
  for (const other of ['list/a-claim.ts', 'list/other-orders.ts', 'feed/some-orders.ts'])
    t.throws(() => fitCheck(other, { ...fine, scenario: 'some-orders' }), { code: 'unfit_check' }, other)
  t.throws(() => fitCheck(file, { ...fine, verifies: [] }), { code: 'unfit_check' })
  t.throws(() => fitCheck(file, undefined), { code: 'unfit_check' })
  t.throws(() => fitChecks(file, []), { code: 'unfit_check', message: /a list without a check/ })
  t.strictSame(fitChecks(file, [fine]), [fine])
  t.throws(() => fitCheck(file, { ...fine, verifies: [...fine.verifies, ...fine.verifies] }), {
    code: 'unfit_check',
    message: 'The check list.a-claim must name list.orders-newest-first once, but names it twice; leave one out.',
  })
  t.throws(() => fitCheck(file, { ...fine, needsFor: { 'feed.holds-every-event': ['control'] } }), {
    code: 'unfit_check',
    message: /does not verify/,
  })
  const client = [...rules().values()].find(({ party }) => party === 'client')!
  t.throws(() => fitCheck(file, { ...fine, verifies: [client.id] }), {
    code: 'unfit_check',
    message: /rule for clients/,
  })
})

t.test('checks are chosen by id, rule and area, and those that look back come last', async (t) => {
  const other = { ...fine, id: 'feed.a-claim', verifies: ['feed.holds-every-event'], phase: 'last' as const }
  const third = { ...fine, id: 'webhooks.a-claim', verifies: ['webhooks.put-sets-url'] }
  const ids = (only: string[], areas: string[]) =>
    selectChecks([other, fine, third], { only, areas }).map(({ id }) => id)
  t.strictSame(ids([], []), ['list.a-claim', 'webhooks.a-claim', 'feed.a-claim'])
  t.strictSame(ids(['feed.a-claim'], []), ['feed.a-claim'])
  t.strictSame(ids(['webhooks.put-sets-url'], []), ['webhooks.a-claim'])
  t.strictSame(ids([], ['feed', 'list']), ['list.a-claim', 'feed.a-claim'])
  const judged = new Set(['feed.record-has-id'])
  const bySight = selectChecks([other, fine, third], { only: ['feed.record-has-id'], areas: [], judged })
  t.strictSame(
    bySight.map(({ id }) => id),
    ['feed.a-claim'],
    'a judged rule takes the checks of its area',
  )
  t.throws(() => ids(['no.such'], []), { code: 'unknown_check', exitCode: 3 })
  t.throws(() => ids([], ['nowhere']), { code: 'unknown_area', exitCode: 3 })
})

t.test('what a check needs and the profile lacks is said in words', async (t) => {
  const facts = {
    environment: 'production' as const,
    control: null,
    has: (role: string) => role === 'main',
    ordersAllowed: false,
    webhook: 'webhook-not-ours' as const,
  }
  t.equal(unmetNeed([], facts), null)
  t.match(unmetNeed(['role:other_lender'], facts), { code: 'no-credential', parameters: { role: 'other_lender' } })
  t.equal(unmetNeed(['orders'], facts), 'orders-not-allowed')
  t.equal(unmetNeed(['sandbox'], facts), 'not-sandbox')
  t.equal(unmetNeed(['control'], facts), 'no-control-url')
  t.equal(unmetNeed(['no-control'], facts), null)
  t.equal(
    unmetNeed(['no-control'], {
      ...facts,
      control: { offers: () => true } as unknown as NonNullable<Parameters<typeof unmetNeed>[1]['control']>,
    }),
    'judged-over-control',
  )
  t.equal(unmetNeed(['spare-rate'], facts), 'no-spare-rate')
  t.equal(unmetNeed(['spare-rate'], { ...facts, has: (role) => role === 'main_second' }), null)
  t.equal(unmetNeed(['spare-rate'], { ...facts, patientSeconds: 600 }), null, 'main waits for its next window')
  const wait = { what: 'the end of a link', seconds: () => 320 }
  t.match(unmetNeed(['time'], { ...facts, wait }), { code: 'needs-time', parameters: { time: '6 min' } })
  t.match(unmetNeed(['time'], { ...facts, wait, patientSeconds: 319 }), { code: 'needs-time' })
  t.equal(unmetNeed(['time'], { ...facts, wait, patientSeconds: 320 }), null)
  t.equal(unmetNeed(['webhook'], facts), 'webhook-not-ours')
  t.equal(unmetNeed(['orders', 'sandbox'], { ...facts, environment: 'sandbox', ordersAllowed: true }), null)
})

t.test('a seed repeats its numbers, and names have numbers of their own', async (t) => {
  const take = (seed: number, name: string) => Array.from({ length: 5 }, seededRandom(seed, name))
  t.strictSame(take(7, 'a'), take(7, 'a'))
  t.notSame(take(7, 'a'), take(7, 'b'))
  t.notSame(take(7, 'a'), take(8, 'a'))
  t.ok(take(1, 'x').every((number) => number >= 0 && number < 1))
})

t.test('every freedom and operation that the suite names is in the contract', async (t) => {
  const folder = fileURLToPath(new URL('conformance', import.meta.resolve('assay/package.json')))
  const files = ['checks', 'steps', 'scenarios'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, name, file)),
  )
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))]
  t.strictSame(
    named(/observe\(\s*'([a-z0-9.-]+)'/g).filter((id) => !freedoms().has(id)),
    [],
  )
  t.strictSame(
    named(/client\.call\(\s*'(\w+)'/g).filter((id) => !operations().has(id)),
    [],
  )
})

t.test('what an outline names and its file does not have is named', async (t) => {
  const file = `account/identifies-the-credential${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  t.equal((await readOne(file, 'account.identifies-the-credential')).id, 'account.identifies-the-credential')
  await t.rejects(readOne(file, 'account.gone'), { code: 'unfit_check', message: /has no check account\.gone/ })
})

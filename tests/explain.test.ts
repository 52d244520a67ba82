// `assay explain`: what is known of a rule, and how a recorded run shows it.
import t from 'tap'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../conformance/explain/explain.ts'
import { sourceFiles } from '../conformance/explain/source-files.ts'
import { exemplarLines, newestRecord } from '../conformance/explain/exemplar.ts'
import { nearMatches } from '../reports/near-matches.ts'
import { explainCommand } from '../conformance/cli/explain.ts'
import { rules } from '../conformance/contract/contract.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { defects } from '../proof/defects/index.ts'
import { root } from './places.ts'
import { hostileEvents, stamped } from './reports/hostile-run.ts'

const checks = await loadChecks()

t.test('a rule with its checks, its invariants and the defects that break it', async (t) => {
  const of = (id: string) => explain(rules().get(id)!, checks, defects)
  const hold = of('actions.hold-refused-in-report-complete')
  t.ok(hold.checks.length > 0)
  t.ok(hold.defects.some(({ id }) => id === 'hold-after-delivery'))
  const name = of('catalog.product-has-name')
  t.strictSame(name.invariants, ['invariant.fields'])
  t.match(name.defects, [{ id: 'product-without-name', also: false, file: 'proof/defects/generated/fields.ts' }])
})

t.test('every rule can be explained, and few freedoms are shown beside each', async (t) => {
  for (const rule of rules().values()) {
    const { freedoms } = explain(rule, checks, defects)
    if (freedoms.length > 5) t.fail(`${rule.id} has ${freedoms.length}`)
  }
  const some = [...rules().values()].filter((rule) => explain(rule, checks, []).freedoms.length > 0)
  t.ok(some.length > 0, 'some rules have freedoms beside them')
})

t.test('an unknown rule is refused with those that are near', async (t) => {
  t.equal(nearMatches('catalog.product-has-nam', rules().keys())[0], 'catalog.product-has-name')
  t.strictSame(nearMatches('zzzzzz', rules().keys()), [])
  const command = explainCommand({ defects: async () => [] }).exitOverride()
  await t.rejects(command.parseAsync(['actions.hold-refused'], { from: 'user' }), {
    code: 'unknown_rule',
    exitCode: 3,
    message: /^The contract has no rule actions\.hold-refused; did you mean actions\.hold-refused-/,
  })
})

t.test('a recorded run shows the exchanges that broke it', async (t) => {
  const events = stamped(hostileEvents({ simulated_target: 'the embedded simulator' }))
  const broken = exemplarLines(events, 'run.ndjson', 'list.b').join('\n')
  t.match(broken, /^ {2}fail in run a1b2c3d4 of .*, simulated target: the embedded simulator \(run\.ndjson\)/)
  t.match(broken, 'expected  200')
  t.match(broken, /x1 {2}GET https:\/\/sandbox\.example\.com\/v1\/orders.* as main\n {6}500\n {6}< a/)
  t.notOk(/(?!\n)\p{Cc}/u.test(broken), 'nothing of the target reaches the terminal as a command')
  t.match(exemplarLines(events, 'run.ndjson', 'list.a').join('\n'), /^ {2}pass in run .*\n {4}x1 {2}GET/)
  t.match(exemplarLines(events, 'run.ndjson', 'no.such').join('\n'), 'has no verdict on it')
})

t.test('the newest record of a directory is taken', async (t) => {
  const directory = t.testdir({ old: { 'run.ndjson': '' }, empty: {} })
  t.match(newestRecord(directory), /old\/run\.ndjson$/)
  t.equal(newestRecord(`${directory}/empty`), null)
  t.equal(newestRecord(`${directory}/nowhere`), null)
})

t.test('the files of every rule exist, and every check, invariant, defect and freedom has its own', async (t) => {
  const filesOf = sourceFiles()!
  const seen = new Set<string>()
  for (const rule of rules().values()) {
    const explained = explain(rule, checks, defects)
    const files = filesOf(explained)
    for (const { path } of files) seen.add(path.split(':')[0]!)
    const count = (what: string) => files.filter((file) => file.what === what).length
    const right =
      count('rule') === 1 &&
      count('check') === explained.checks.length &&
      count('invariant') === explained.invariants.length &&
      count('freedom') === explained.freedoms.length &&
      count('defect') > 0 === explained.defects.length > 0
    if (!right) t.fail(`${rule.id}: ${JSON.stringify(files)}`)
  }
  t.strictSame(
    [...seen].filter((path) => !existsSync(join(root, path))),
    [],
  )
})

t.test('the command prints the files', async (t) => {
  const { args, restore } = t.capture(process.stdout, 'write')
  const command = explainCommand({ defects: async () => defects }).exitOverride()
  await command.parseAsync(['catalog.product-has-name'], { from: 'user' }).finally(restore)
  const printed = args().flat().join('')
  t.match(printed, /^Files\n {2}rule +fixtures\/rules\/catalog\.yaml:\d+$/m)
  t.match(printed, /^ {2}invariant +conformance\/invariants\/schema\/fields\.ts:\d+$/m)
  t.match(printed, /^ {2}defect +proof\/defects\/.+\.ts/m)
})

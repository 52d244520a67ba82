// Accepted failures and rule sets over recorded runs: what gates, what is accepted, and what every report says of it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { parse, stringify } from 'yaml'
import { judgeCommand } from '../conformance/cli/judge.ts'
import { rulesCommand } from '../conformance/cli/rules.ts'
import { callCommand } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'
import { recordOf } from './records.ts'
import { runAssay } from './run-assay.ts'

const folder = t.testdir({ out: {} })
const file = join(folder, 'assay.baseline.yaml')

const rule = 'limits.remaining-header-on-every-response'
const check = 'invariant.rate-limit'
const { directory: sound } = await recordOf('sound')
const { directory: broken } = await recordOf('broken')

type Report = {
  line: string
  gate: { rule_set: string; gating: string[]; accepted: Record<string, string>[]; problems: { code: string }[] }
  rules: { id: string; verdict: string; excuse: string | null }[]
  findings: { rule: string; accepted: Record<string, string> | null }[]
}

const text = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8')
const report = (): Report => JSON.parse(text('report.json')) as Report

/** In the folder of the baseline, which is found by its name. */
const given = { cwd: folder, env: { GITHUB_ACTIONS: '' } }
const reporters = ['--report-dir', 'out', '--reporter', 'terminal,json,junit,markdown']

const judge = (record: string, ...args: string[]) => callCommand(judgeCommand(), [record, ...reporters, ...args], given)

type File = { known: Record<string, unknown>[] }

const fill = (given: Record<string, string>): void => {
  const content = parse(readFileSync(file, 'utf8')) as File
  Object.assign(content.known[0]!, given)
  writeFileSync(file, stringify(content))
}

t.test('what is broken is written down, refused until somebody answers for it, and then accepted', async (t) => {
  const first = await judge(broken, '--write-baseline')
  t.equal(first.code, 1, first.output)
  t.match(first.output, /baseline_written: assay\.baseline\.yaml has 1 new entry;/)
  const second = await judge(broken)
  t.equal(second.code, 3, second.output)
  t.match(second.output, /unfit_baseline: assay\.baseline\.yaml, known entry 1 .*: owner is missing/)

  fill({ owner: 'Ann', reason: 'The proxy drops it.', link: 'https://example.com/1', expires: '2999-12-31' })
  const defect = ['--', '--defect', 'no-remaining-header']
  const third = await runAssay(['conform', '--area', 'account', ...reporters, ...defect], given)
  t.equal(third.code, 0, third.output)
  t.match(third.output, / violated \(account\), 1 of them accepted/)
  t.match(third.output, /excused {3}accepted until 2999-12-31, Ann answers for it: The proxy drops it\./)
  const found = report()
  t.match(found.gate, { gating: [], accepted: [{ rule, check, owner: 'Ann', expires: '2999-12-31' }], problems: [] })
  t.match(
    found.rules.find(({ id }) => id === rule),
    { verdict: 'fail', excuse: /^accepted until/ },
  )
  t.match(found.findings[0], { rule, accepted: { list: 'known', owner: 'Ann' } })
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  t.ok(validate(found), JSON.stringify(validate.errors))
  t.match(text('junit.xml'), /<testsuites name="assay"[^>]* failures="0"/)
  t.match(text('junit.xml'), /<skipped message="violated, but accepted until 2999-12-31, Ann/)
  t.match(text('summary.md'), /1 of them accepted[^]*excused[^]*accepted until 2999-12-31/)
})

t.test('an entry whose rule holds fails the run, in every report', async (t) => {
  const { code, output } = await judge(sound)
  t.equal(code, 1, output)
  t.match(output, /baseline_unused: assay\.baseline\.yaml, known entry 1 .*the rule passed in this run/)
  t.match(text('junit.xml'), /<testsuite name="assay\.baseline" tests="1" failures="1"/)
  t.match(text('summary.md'), /\*\*baseline_unused\*\*/)
})

t.test('an entry that has expired accepts nothing', async (t) => {
  fill({ expires: '2020-01-01' })
  const { code, output } = await judge(broken)
  t.equal(code, 1, output)
  t.match(output, /baseline_expired: .*it expired on 2020-01-01; Ann must fix/)
  t.match(report().gate, { gating: [rule], accepted: [] })
})

t.test('what a check newer than the rule set finds is reported only', async (t) => {
  const { out: whole } = await callCommand(rulesCommand({ defects: async () => [] }), ['--freeze', '1.0.0-98'])
  writeFileSync(join(folder, 'whole.yaml'), whole)
  writeFileSync(join(folder, 'older.yaml'), whole.replace(`  - ${check}\n`, ''))
  const older = await judge(broken, '--no-baseline', '--rule-set', './older.yaml')
  t.equal(older.code, 0, older.output)
  t.notMatch(older.output, /baseline_expired/, 'no baseline was asked for')
  t.match(older.output, / violated \(account\), 1 of them reported only, not in rule set 1\.0\.0-98/)
  t.match(report().gate, { rule_set: '1.0.0-98', gating: [], reported_only: [{ rule, checks: [check] }] })
  t.equal((await judge(broken, '--no-baseline', '--rule-set', './whole.yaml')).code, 1)
})

t.test('wrong usage is exit code 3', async (t) => {
  t.match(await judge(broken, '--rule-set', '0.1.0-1'), { code: 3, output: /unknown_rule_set/ })
  t.match(await judge(broken, '--baseline', 'nowhere.yaml'), { code: 3, output: /unreadable_baseline/ })
  t.match(await judge(broken, '--no-baseline', '--write-baseline'), {
    code: 3,
    output: /contradictory_options|unknown option|cannot be used/,
  })
})

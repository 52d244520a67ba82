// A run whose target keeps rules from being judged has no verdict, until somebody answers for that in the baseline.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { parse, stringify } from 'yaml'
import { callAssay } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'

const folder = t.testdir({ out: {} })
const file = join(folder, 'assay.baseline.yaml')
const text = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8')

const reports = ['--report-dir', 'out', '--reporter', 'terminal,json,junit,markdown,html']
const carrying = ['--', '--defect', 'token-endpoint-works-once']

/** A client gets one token, so that nothing can be compared between two. */
const run = (...more: string[]) =>
  callAssay(
    [
      ...'conform --embedded --only auth.every-token-is-for-one-account --seed 1'.split(' '),
      ...reports,
      ...more,
      ...carrying,
    ],
    { GITHUB_ACTIONS: '' },
    folder,
  )

type Report = {
  line: string
  reason: { code: string } | null
  summary: { blocked: number }
  gate: { blocked: string[]; accepted_blocked: { rule: string; code: string; owner: string }[] }
  rules: { id: string; reason_kind?: string; reason_code?: string; excuse: string | null }[]
}

const report = (): Report => JSON.parse(text('report.json')) as Report

const rules = [
  'auth.a-bearer-token-opens-every-operation',
  'auth.credential-belongs-to-one-company',
  'auth.credential-belongs-to-one-lender-account',
]

t.test('blocked is never green, and every report says so', async (t) => {
  const { code, output } = await run('--write-baseline')
  t.equal(code, 2, output)
  t.match(output, /^No verdict: .* blocked/m)
  t.match(output, /rules_blocked: \d+ rules could not be judged .*fewer than two tokens/)
  t.match(output, /baseline_written: assay\.baseline\.yaml has 1 new entry/)
  const found = report()
  t.match(found.reason, { code: 'rules_blocked' })
  for (const rule of rules) t.ok(found.gate.blocked.includes(rule), rule)
  t.equal(found.summary.blocked, found.gate.blocked.length)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  t.ok(validate(found), JSON.stringify(validate.errors))
  t.match(text('junit.xml'), /<skipped message="blocked: fewer than two tokens[^]*<error message="No verdict/)
  t.match(text('summary.md'), /No verdict[^]*\| blocked \|/)
  t.match(text('report.html'), /No verdict: (?:[\w.-]+: )?\d+ of \d+ rules? blocked/)
})

t.test('an entry for that reason accepts it, and is refused until somebody answers', async (t) => {
  const unfilled = await run()
  t.equal(unfilled.code, 3, unfilled.output)
  t.match(unfilled.output, /unfit_baseline: assay\.baseline\.yaml, blocked entry 1 .*: owner is missing/)
  const content = parse(readFileSync(file, 'utf8')) as { blocked: object[] }
  const answer = {
    owner: 'Ann',
    reason: 'One token a client, for now.',
    link: 'https://example.com/1',
    expires: '2999-12-31',
  }
  writeFileSync(file, stringify({ ...content, blocked: content.blocked.map((entry) => ({ ...entry, ...answer })) }))
  const { code, output } = await run()
  t.equal(code, 0, output)
  t.match(output, /^auth\.every-token-is-for-one-account: .* blocked \(accepted\)/m)
  const { gate, rules: judged } = report()
  t.strictSame(gate.blocked, [])
  t.match(gate.accepted_blocked[0], { code: 'fewer-than-two-tokens', owner: 'Ann' })
  t.match(
    judged.find(({ id }) => id === rules[0]),
    { reason_kind: 'blocked', excuse: /^accepted until 2999-12-31, Ann/ },
  )
  t.match(text('junit.xml'), /<skipped message="blocked: fewer than two tokens[^"]*; accepted until/)
})

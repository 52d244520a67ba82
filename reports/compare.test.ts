import t from 'tap'
import { compareReports } from './compare.ts'
import { comparisonMarkdown } from './compare-markdown.ts'
import { comparisonText } from './compare-text.ts'
import type { ComparedFreedom, ComparedReport, Comparison } from './comparison.ts'
import type { VerdictName } from './run-record.ts'

type Verdicts = Record<string, VerdictName>

const environment = (host: string, embedded = false): NonNullable<ComparedReport['environment']> => ({
  sandbox_base_url: `https://${host}/v1`,
  production_base_url: null,
  environment: 'sandbox',
  embedded,
  control: false,
  roles: ['main'],
  node: 'v20',
})

const report = (verdicts: Verdicts, more: Partial<ComparedReport> = {}): ComparedReport => ({
  version: 1,
  suite: { name: 'assay', version: '1.0.0', contract: '1.0.0' },
  line: 'What holds.',
  outcome: 'complete',
  environment: environment('one.example.com'),
  seed: 7,
  budget: null,
  shuffled: false,
  started_at: '2026-03-02T15:04:05.000Z',
  duration_ms: 1000,
  summary: { requests: 10, deliveries: 0 },
  rules: Object.entries(verdicts).map(([id, verdict]) => ({
    id,
    source: 'Limits',
    text: `What ${id} says.`,
    verdict,
    reason: verdict === 'not-tested' ? 'no role' : null,
  })),
  findings: Object.entries(verdicts)
    .filter(([, verdict]) => verdict === 'fail')
    .map(([rule]) => ({ rule, check: 'a.check' })),
  checks: [{ id: 'a.check' }],
  readings: [],
  ...more,
})

const freedoms = new Map<string, ComparedFreedom>([
  [
    'a.size',
    { question: 'How large is it?', source: 'Limits', readings: { small: 'It is small.', large: 'It is large.' } },
  ],
])

const compare = (a: ComparedReport, b: ComparedReport): Comparison => compareReports(a, b, freedoms)

const lists = ['regressed', 'fixed', 'still_violated', 'arguable', 'no_longer_tested', 'newly_tested'] as const

/** Each way in which one rule's verdict can go from A to B, and the list that it then stands in. */
const moves: [a: VerdictName | null, b: VerdictName | null, list: (typeof lists)[number] | null][] = [
  ['pass', 'pass', null],
  ['pass', 'arguable', 'arguable'],
  ['not-tested', 'arguable', 'arguable'],
  ['fail', 'arguable', 'arguable'],
  ['arguable', 'arguable', null],
  ['arguable', 'pass', 'fixed'],
  ['arguable', 'fail', 'still_violated'],
  ['arguable', 'not-tested', 'no_longer_tested'],
  ['pass', 'fail', 'regressed'],
  ['pass', 'not-tested', 'no_longer_tested'],
  ['pass', 'inconclusive', 'no_longer_tested'],
  ['pass', 'error', 'no_longer_tested'],
  ['pass', 'not-applicable', 'no_longer_tested'],
  ['pass', null, 'no_longer_tested'],
  ['fail', 'pass', 'fixed'],
  ['fail', 'fail', 'still_violated'],
  ['fail', 'not-tested', 'no_longer_tested'],
  ['fail', null, 'no_longer_tested'],
  ['not-tested', 'pass', 'newly_tested'],
  ['not-tested', 'fail', 'regressed'],
  ['not-tested', 'inconclusive', null],
  [null, 'pass', 'newly_tested'],
  [null, 'fail', 'regressed'],
  [null, 'not-tested', null],
]

for (const [a, b, list] of moves) {
  t.test(`a rule that goes from ${a ?? 'absent'} to ${b ?? 'absent'} is in ${list ?? 'no list'}`, async (t) => {
    const comparison = compare(report(a ? { 'a.x': a } : {}), report(b ? { 'a.x': b } : {}))
    t.strictSame(
      lists.filter((name) => comparison[name].length > 0),
      list ? [list] : [],
    )
    t.equal(comparison.regressions, list === 'regressed' ? 1 : 0)
  })
}

t.test('a rule that was violated and is no longer tested is not called fixed, and the reason is shown', async (t) => {
  const comparison = compare(report({ 'a.x': 'fail' }), report({ 'a.x': 'not-tested' }))
  t.match(comparison.no_longer_tested, [{ rule: 'a.x', before: 'fail', now: 'not-tested', reason: 'no role' }])
  t.match(comparisonText(comparison), /a\.x \(was violated\)/)
})

t.test('a rule that passed where others judged it is not called fixed', async (t) => {
  const b = report({ 'a.x': 'pass' }, { checks: [{ id: 'b.check' }] })
  const comparison = compare(report({ 'a.x': 'fail' }), b)
  t.strictSame(comparison.fixed, [])
  t.match(comparison.no_longer_tested, [{ rule: 'a.x', now: 'pass', reason: 'a.check showed it, and did not run' }])
  const exchanges = { x1: { source: 'a.check' } }
  const findings = [{ rule: 'a.x', check: 'invariant.fields', requests: ['x1'] }]
  t.strictSame(
    compare(report({ 'a.x': 'fail' }, { findings, exchanges }), b).fixed,
    [],
    'nor where an invariant saw it',
  )
})

t.test('what B accepts or only reports is listed with its excuse and is no regression', async (t) => {
  const gate = {
    rule_set: '1.0.0-1',
    gating: ['a.open'],
    accepted: [{ rule: 'a.known', owner: 'Ann', expires: '2026-12-31' }],
    reported_only: [{ rule: 'a.new' }],
  }
  const b = report({ 'a.open': 'fail', 'a.known': 'fail', 'a.new': 'fail' }, { gate })
  const comparison = compare(report({}), b)
  t.equal(comparison.regressions, 1)
  t.match(Object.fromEntries(comparison.regressed.map(({ rule, excuse }) => [rule, excuse])), {
    'a.open': null,
    'a.known': 'accepted until 2026-12-31, Ann',
    'a.new': 'reported only, not in rule set 1.0.0-1',
  })
  t.match(comparisonText(comparison), /3 regressed \(2 of them accepted or reported only\)/)
})

t.test('a reading that changed comes with the question and with what a client of both must handle', async (t) => {
  const a = report({}, { readings: [{ freedom: 'a.size', reading: 'small' }] })
  const b = report({}, { readings: [{ freedom: 'a.size', reading: 'large' }] })
  const [changed] = compare(a, b).readings
  t.equal(changed?.question, 'How large is it?')
  t.equal(
    changed?.handle,
    'A client of both must be ready for either of these: (small) It is small; (large) It is large.',
  )
  t.match(comparisonText(compare(a, b)), /Readings that changed \(1\)[^]*small → large/)
  t.strictSame(compare(a, a).readings, [])
})

t.test('a reading seen in one run only is no change', async (t) => {
  const a = report({}, { readings: [{ freedom: 'a.size', reading: 'small' }] })
  const comparison = compare(a, report({}))
  t.strictSame(comparison.readings, [])
  t.match(comparison.readings_seen_once, [{ freedom: 'a.size', only: 'a', readings: [{ reading: 'small' }] }])
})

t.test(
  'two deployments are compared by where they differ; two simulated targets are one target on any port',
  async (t) => {
    const at = (host: string, embedded: boolean, reading: string) =>
      report({}, { environment: environment(host, embedded), readings: [{ freedom: 'a.size', reading }] })
    const different = compare(at('one.example.com', false, 'small'), at('other.example.com', false, 'large'))
    t.notOk(different.same_target)
    t.match(different.differences, [{ what: 'target' }])
    t.match(comparisonText(different), /Where the two differ \(1\)/)
    t.match(comparisonMarkdown(different), /### Where the two differ \(1\)/)
    t.ok(compare(at('127.0.0.1:1', true, 'small'), at('127.0.0.1:2', true, 'small')).same_target)
    t.notOk(compare(at('127.0.0.1:1', true, 'small'), at('127.0.0.1:1', false, 'small')).same_target)
  },
)

t.test('what the two runs do not share is said before what changed', async (t) => {
  const a = report({ 'a.x': 'pass' })
  const b = report(
    { 'a.x': 'fail' },
    { seed: 8, budget: 300, suite: { name: 'assay', version: '1.1.0', contract: '1.0.1' }, outcome: 'interrupted' },
  )
  const comparison = compare(a, b)
  t.strictSame(
    comparison.differences.map(({ what, a: one, b: other }) => `${what} ${one} ${other}`),
    ['suite 1.0.0 1.1.0', 'contract 1.0.0 1.0.1', 'seed 7 8', 'budget none 300', 'outcome complete interrupted'],
  )
  const text = comparisonText(comparison)
  t.ok(text.indexOf('suite') < text.indexOf('Regressed'))
})

t.test('the footprint has requests, duration and coverage, and says when one is unknown', async (t) => {
  const b = report({ 'a.x': 'pass' }, { summary: { requests: 20, deliveries: 3 }, duration_ms: 2500 })
  const text = comparisonText(compare(report({}), b))
  t.match(text, /requests +10 → 20/)
  t.match(text, /duration +1\.0 s → 2\.5 s/)
  t.match(text, /rules judged +0 → 1/)
})

t.test('a text of the target moves no cursor and breaks no table', async (t) => {
  const b = report({ 'a.x': 'not-tested' }, { line: 'One\u001B[2J | <b>' })
  b.rules[0]!.reason = 'it said \u001B[31mred | <script>'
  const comparison = compare(report({ 'a.x': 'pass' }), b)
  const [text, markdown] = [comparisonText(comparison), comparisonMarkdown(comparison)]
  t.notOk(text.includes('\u001B') || markdown.includes('\u001B'))
  t.notMatch(markdown, /<script>|<b>|red \| /)
})

t.test('long lists are cut on the terminal and said to be', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a.rule-${index}`, 'fail'] as const))
  t.match(comparisonText(compare(report({}), report(many))), /… and 20 more/)
  t.match(comparisonMarkdown(compare(report({}), report(many))), /### Regressed \(60\)/)
})

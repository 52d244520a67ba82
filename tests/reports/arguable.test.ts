// A violated inferred rule in every report: apart from the violations, with its counter-reading, and never as a failure.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import t from 'tap'
import { keepGate } from '../../conformance/gate/keep-gate.ts'
import { htmlReport } from '../../reports/html/page.ts'
import { verdictLine } from '../../reports/html/verdict-line.ts'
import { firstLine } from '../../reports/headline.ts'
import type { Finding, RuleJudged, RunEvent, Unstamped, VerdictName } from '../../reports/run-record.ts'
import { annotations } from '../../reports/reporters/annotations.ts'
import { badgeColours, badgeSvg } from '../../reports/reporters/badge.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { junitXml } from '../../reports/reporters/junit.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { openMetrics } from '../../reports/reporters/open-metrics.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { loadFixture } from '../fixture-files.ts'
import { someCause } from './some-cause.ts'

const at = '2026-03-02T15:04:05.000Z'
const stamped = (events: readonly Unstamped[]): RunEvent[] => events.map((event) => ({ at, ...event }) as RunEvent)

const runOf = (events: readonly Unstamped[]): Run => {
  const run = emptyRun()
  for (const event of stamped(events)) absorb(run, event)
  return run
}

const started: Unstamped = {
  type: 'run-started',
  format: 'assay-run',
  version: 2,
  suite: { name: 'assay', version: '1.0.0', contract: '1.0.0' },
  run: 'ab',
  seed: 7,
  strict: false,
  environment: {
    sandbox_base_url: 'https://x.example.com/v1',
    production_base_url: null,
    environment: 'sandbox',
    embedded: false,
    control: false,
    roles: ['main'],
    node: 'v20',
  },
}

const words = 'A hold tells where the order was.'
const counter = 'Another reader may leave it out.'

const judged = (rule: string, verdict: VerdictName): RuleJudged => ({
  type: 'rule-judged',
  rule,
  source: 'Endpoints / hold',
  text: `What ${rule} says.`,
  basis: verdict === 'arguable' ? 'inferred' : 'explicit',
  rests_on: [{ at: 'Endpoints / hold / sentence 2', words }, { at: 'Order / row `status`' }],
  ...(verdict === 'arguable' && { counter }),
  verdict,
  reason: null,
  checks: ['actions.c'],
  evidence: 1,
  requests: [],
})

const finding = (rule: string): Unstamped => {
  const found: Finding = {
    rule,
    check: 'actions.c',
    expected: 'new',
    received: 'old',
    pointer: '/status',
    requests: [],
  }
  return { type: 'finding', ...found }
}

const finished = (exit_code: number): Unstamped => ({
  type: 'run-finished',
  outcome: 'complete',
  exit_code,
  reason: null,
  requests: 1,
  deliveries: 0,
  waited_ms: 0,
  ms: 1,
})

const green = [
  started,
  judged('actions.fine', 'pass'),
  judged('actions.argued', 'arguable'),
  finding('actions.argued'),
  someCause(['actions.argued']),
  finished(0),
]

const red = [
  started,
  judged('actions.bad', 'fail'),
  judged('actions.worse', 'arguable'),
  judged('actions.argued', 'arguable'),
  finding('actions.argued'),
  finding('actions.bad'),
  finding('actions.worse'),
  someCause(['actions.argued']),
  someCause(['actions.bad', 'actions.worse'], { example: 1, findings: [1, 2] }),
  finished(1),
]

const terminalText = (events: readonly Unstamped[]): string => {
  let text = ''
  const reporter = terminalReporter({ write: (more) => void (text += more), colour: false })
  for (const event of stamped(events)) reporter.event(event)
  return text
}

t.test('a run whose only failures are arguable conforms, and says how many', async (t) => {
  const run = runOf(green)
  t.equal(firstLine(run), 'Conforms: 0 violated, 1 arguable')
  t.strictSame(verdictLine(run), { tone: 'good', words: 'Conforms: 0 violated, 1 arguable' })
  t.equal(firstLine(runOf(red)), 'Does not conform: 1 of 3 rules violated, 2 arguable')
  const badge = badgeSvg(run)
  t.match(badge, 'conforms, 1 arguable')
  t.match(badge, badgeColours.good)
  t.match(openMetrics(run), 'assay_rules{area="actions",verdict="arguable"} 1')
})

t.test('the gate lets it pass, and counts a violated rule beside it', async (t) => {
  const exitOf = (events: readonly Unstamped[]): number => {
    const gate = keepGate({
      checks: [{ id: 'actions.c', verifies: ['actions.bad', 'actions.argued'] }],
      gating: { name: 'all', strict: false, rule: () => true, check: () => true },
      baseline: null,
      date: '2026-03-02',
    })
    for (const event of events) gate.hear(event)
    return gate.settle({ outcome: 'complete', exit_code: 0, reason: null }).ending.exit_code
  }
  t.equal(exitOf(green), 0)
  t.equal(exitOf(red), 1)
})

t.test(
  'the terminal lists it after the violations, with the passage, the counter-reading and how to object',
  async (t) => {
    const text = terminalText(red)
    const [violated, arguable] = [text.indexOf('Violated: 1 rule'), text.indexOf('Arguable, as the contract')]
    t.ok(violated > 0 && arguable > violated, text)
    const [first, second] = [text.slice(violated, arguable), text.slice(arguable)]
    t.match(first, 'actions.bad')
    t.match(first, 'leads to  actions.worse', 'what follows from a violation is no cause of its own')
    t.match(second, `rests on  Endpoints / hold / sentence 2: “${words}”\n              Order / row \`status\``)
    t.match(second, `counter   ${counter}`)
    for (const part of [first, second]) t.match(part, 'Not what the contract says? assay explain actions.')
  },
)

type Case = { name: string } & Partial<Record<'failure' | 'skipped', { '#text': string }>>
type Suite = { tests: string; failures: string; errors: string; skipped: string; testcase: Case[] }

t.test('JUnit skips it with what is wrong and why it may be none', async (t) => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
  const { testsuites } = parser.parse(junitXml(runOf(red))) as { testsuites: { testsuite: Suite } }
  const { testcase, ...suite } = testsuites.testsuite
  t.match(suite, { tests: '3', failures: '1', errors: '0', skipped: '2' })
  const argued = testcase.find(({ name }) => name.startsWith('actions.argued'))!
  t.match(argued.skipped, { message: /^arguable: .*status.*counter-reading: Another reader/, type: 'arguable' })
  t.match(argued.skipped!['#text'], `Rests on: Endpoints / hold / sentence 2: “${words}”`)
  const bad = testcase.find(({ name }) => name.startsWith('actions.bad'))!
  t.match(bad.failure!['#text'], 'Rests on: Endpoints / hold / sentence 2')
  t.match(bad.failure!['#text'], 'Not what the contract says? assay explain actions.bad')
})

t.test('annotations are a notice for it, and an error for a violation, with the passage', async (t) => {
  const lines = annotations(runOf(red)).split('\n')
  t.match(
    lines.find((line) => line.includes('title=actions.argued')),
    /^::notice .*Arguable: .*Counter-reading: Another/,
  )
  t.match(
    lines.find((line) => line.includes('title=actions.bad')),
    /^::error .*rests on Endpoints \/ hold \/ sentence 2/,
  )
})

t.test('Markdown and the page show it in a section of its own', async (t) => {
  const markdown = markdownSummary(runOf(green))
  t.match(markdown, '## ✅ Conforms: 0 violated, 1 arguable')
  t.match(markdown, /### Arguable[\s\S]*counter-reading \| Another reader/)
  t.notMatch(markdown, '### Violations')
  const page = htmlReport(runOf(green))
  t.match(page, 'id="arguable"')
  t.match(page, 'None: what is arguable is listed below.')
  t.match(page, /<blockquote>A hold tells where the order was\./)
  t.notMatch(htmlReport(runOf([started, judged('actions.fine', 'pass'), finished(0)])), 'id="arguable"')
})

t.test('report.json has its basis, passages and counter-reading, and keeps its schema', async (t) => {
  const report = jsonReport(stamped(red))
  t.equal(report.strict, false)
  t.match(
    report.rules.find(({ id }) => id === 'actions.argued'),
    { verdict: 'arguable', basis: 'inferred', counter, rests_on: [{ at: /sentence 2/, words }, { at: /Order/ }] },
  )
  t.match(report.summary, { rules: { fail: 1, arguable: 2 }, causes: 1, findings: 3 })
  t.strictSame(
    report.causes.map(({ id, arguable = false }) => [id, arguable]),
    [
      ['actions.argued', true],
      ['actions.bad', false],
    ],
  )
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile(loadFixture<object>('schemas/report.schema.json'))
  t.ok(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors))
})

t.test('a run that was cut short is judged by the same measure', async (t) => {
  const { type: _type, evidence: _evidence, requests: _requests, ...row } = judged('actions.argued', 'arguable')
  const listed: Unstamped = { type: 'rules-listed', rules: [{ ...row, verdict: 'not-tested' }] }
  const cut = (strict: boolean): Run =>
    runOf([
      { ...started, strict } as Unstamped,
      listed,
      finding('actions.argued'),
      { ...finished(2), outcome: 'interrupted' } as Unstamped,
    ])
  t.match(cut(false).rules, [{ verdict: 'arguable', counter }])
  t.match(cut(true).rules, [{ verdict: 'fail', counter }])
})

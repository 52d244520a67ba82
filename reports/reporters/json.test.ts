import { readFileSync } from 'node:fs'
import { recordedExchange } from '../recorded-exchange.support.ts'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { RunEvent, Unstamped } from '../run-record.ts'
import { jsonReport } from './json.ts'
import { terminalReporter } from './terminal.ts'

const schema = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('#fixtures/schemas/report.schema.json')), 'utf8'),
)
const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema)

const at = '2026-03-02T15:04:05.000Z'
const stamped = (...events: Unstamped[]): RunEvent[] => events.map((event) => ({ at, ...event }) as RunEvent)

const started: Unstamped = {
  type: 'run-started',
  format: 'assay-run',
  version: 2,
  suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
  run: 'a1b2c3d4',
  seed: 7,
  environment: {
    sandbox_base_url: 'https://sandbox.example.com/v1',
    production_base_url: null,
    environment: 'sandbox',
    embedded: false,
    control: false,
    roles: ['main'],
    node: 'v20.20.2',
  },
}

const rule = (
  id: string,
  verdict: 'pass' | 'fail' | 'not-tested' | 'not-applicable',
  reason: string | null,
): Unstamped => ({
  type: 'rule-judged',
  rule: id,
  source: 'Endpoints',
  text: `What ${id} says.`,
  verdict,
  reason,
  checks: ['list.a-check'],
  evidence: 1,
  requests: ['x1'],
})

const exchange: Unstamped = {
  type: 'exchange',
  exchange: recordedExchange({
    source: 'list.a-check',
    operation: 'listOrders',
    url: 'https://sandbox.example.com/v1/orders',
    status: 500,
    started_at: at,
    ms: 1.5,
  }),
}

const finding: Unstamped = {
  type: 'finding',
  rule: 'list.b',
  check: 'list.a-check',
  expected: 200,
  received: 500,
  pointer: 'status',
  requests: ['x1'],
}

const finished = (outcome: 'complete' | 'interrupted' | 'preflight-failed', exit_code: number): Unstamped => ({
  type: 'run-finished',
  outcome,
  exit_code,
  reason: outcome === 'preflight-failed' ? { code: 'target_unreachable', message: 'It is not there.' } : null,
  requests: 1,
  deliveries: 0,
  waited_ms: 0,
  ms: 1234,
})

const partial = stamped(
  started,
  exchange,
  rule('list.a', 'pass', null),
  rule('list.c', 'not-tested', 'the profile names no control_url'),
  rule('list.d', 'not-applicable', 'out of sight'),
)

t.test('the first line counts what holds, what is broken and what was not tested with its reason', async (t) => {
  const report = jsonReport([...partial, ...stamped(finished('complete', 0))])
  t.equal(report['line'], 'No rule violated: 1 of 2 rules pass, 1 not tested: the profile names no control_url (1)')
  t.ok(validate(report), JSON.stringify(validate.errors))
})

t.test('a finding carries its evidence into the report', async (t) => {
  const report = jsonReport([...partial, ...stamped(rule('list.b', 'fail', null), finding, finished('complete', 1))])
  t.ok(validate(report), JSON.stringify(validate.errors))
  t.match(report['findings'], [
    { rule: 'list.b', check: 'list.a-check', expected: 200, received: 500, requests: ['x1'] },
  ])
  t.strictSame(Object.keys(report['exchanges'] as object), ['x1'])
  t.match(report['summary'], {
    rules: { total: 4, pass: 1, fail: 1, 'not-tested': 1, 'not-applicable': 1 },
    requests: 1,
  })
})

t.test('the last verdict on a rule is the one that counts', async (t) => {
  const report = jsonReport([...partial, ...stamped(rule('list.c', 'pass', null), finished('complete', 0))])
  t.match(report['summary'], { rules: { pass: 2, 'not-tested': 0 } })
})

t.test('a run without an end is reported as interrupted', async (t) => {
  const report = jsonReport(partial)
  t.match(report, { outcome: 'interrupted', exit_code: 2, duration_ms: null })
  t.ok(validate(report), JSON.stringify(validate.errors))
})

t.test('a failed preflight judges nothing and says why', async (t) => {
  const report = jsonReport(stamped(started, finished('preflight-failed', 2)))
  t.equal(report['line'], 'Nothing was tested: target_unreachable: It is not there.')
  t.ok(validate(report), JSON.stringify(validate.errors))
})

t.test('the schema refuses a verdict that there is not', async (t) => {
  const report = jsonReport([...partial, ...stamped(finished('complete', 0))])
  const [first] = report['rules'] as { verdict: string }[]
  first!.verdict = 'skipped'
  t.notOk(validate(report))
})

t.test('the terminal names the broken rule, what was expected and what came', async (t) => {
  let written = ''
  const reporter = terminalReporter({ write: (text) => void (written += text), colour: false })
  for (const event of [...partial, ...stamped(rule('list.b', 'fail', null), finding, finished('complete', 1))])
    reporter.event(event)
  t.match(written, 'Does not conform: 1 of 3 rules violated, 1 not tested')
  t.match(written, /rule {6}list\.b/)
  t.match(written, /expected {2}200\n {4}received {2}500 {2}at status/)
  t.match(written, 'x1 GET /v1/orders → 500')
  t.notMatch(written, '\u001B[')
})

// A recorded run judged again without its target: the same verdicts, another where the record is another, and what cannot be told.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { serviceRules } from '../../conformance/contract.ts'
import { frozen } from '../../conformance/gate/rule-set.ts'
import { judges } from '../../conformance/judge/judge.ts'
import { carryCauses } from '../../conformance/rejudge/carry-causes.ts'
import { loadChecks } from '../../conformance/run/load-checks.ts'
import { rejudge } from '../../conformance/rejudge/rejudge.ts'
import { judgeCommand } from '../../conformance/rejudge/command.ts'
import type { CauseFound, RecordedExchange, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { judge } from '../judge-target.ts'
import { stamped, started } from './hostile-run.ts'

const simulator = await createSimulator({})
t.teardown(() => simulator.close())
const checks = (await loadChecks()).filter(({ id }) => id.startsWith('account.'))
const { result, events: emitted } = await judge(simulator.profile(), { timeoutMs: 20_000, checks })
const ended = { type: 'run-finished', ...result, requests: 0, deliveries: 0, waited_ms: 0, ms: 0 } as Unstamped
// As a record is: every event as JSON.
const events = JSON.parse(JSON.stringify(stamped([started(), ...emitted, ended]))) as RunEvent[]

/** The record with the answers of an operation altered. */
const altered = (operation: string, alter: (text: string, exchange: RecordedExchange) => string): RunEvent[] =>
  (JSON.parse(JSON.stringify(events)) as RunEvent[]).map((event) => {
    if (event.type !== 'exchange' || event.exchange.operation !== operation) return event
    const body = event.exchange.response?.body
    if (body?.text !== undefined) body.text = alter(body.text, event.exchange)
    return event
  })

t.test('the record of a run gives the verdicts of the run', async (t) => {
  t.match(result, { outcome: 'complete', exit_code: 0 })
  const { changes, judged, carried, unable, exchanges, skipped } = rejudge(events)
  t.strictSame(changes, [])
  t.ok(judged.size > 100, `${judged.size} rules were judged again`)
  t.strictSame(
    carried,
    checks.map(({ id }) => id),
    'checks need the target',
  )
  t.ok(unable.some(({ judge: id, reason }) => id === 'judge.no-secret' && /masked/.test(reason)))
  t.ok(exchanges > 20)
  t.equal(skipped, 0)
})

t.test('what judges see otherwise today is a changed verdict, with what they found', async (t) => {
  const { changes } = rejudge(altered('getAccount', (text) => text.replace('"client_id"', '"client"')))
  const change = changes.find(({ rule }) => rule === 'account.has-client-id')
  t.match(change, { was: 'pass', is: 'fail', finding: { check: 'judge.fields', pointer: '/client_id' } })
})

t.test('a value that is masked in the record breaks nothing', async (t) => {
  const { changes, verdicts } = rejudge(
    altered('getAccount', (text) => text.replace(/"client_id":"[^"]*"/, '"client_id":"••••"')),
  )
  t.strictSame(changes, [])
  t.match(
    verdicts.find(({ rule }) => rule === 'conventions.client-ids-start-with-cli'),
    { verdict: 'pass' },
  )
})

t.test('an answer of which only a part was kept is left out', async (t) => {
  const cut = (JSON.parse(JSON.stringify(events)) as RunEvent[]).map((event) => {
    if (event.type === 'exchange' && event.exchange.operation === 'getAccount' && event.exchange.response?.body)
      event.exchange.response.body.cut = true
    return event
  })
  const { skipped, changes } = rejudge(cut)
  t.ok(skipped > 0)
  t.notOk(changes.some(({ is }) => is === 'fail'))
})

/** The command in this process: what it printed and its exit code. */
const run = async (record: readonly RunEvent[], ...flags: string[]) => {
  const file = join(t.testdir(), 'run.ndjson')
  writeFileSync(file, record.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const write = process.stdout.write.bind(process.stdout)
  let output = ''
  process.stdout.write = ((text: string) => (output += text).length > 0) as typeof process.stdout.write
  try {
    await judgeCommand()
      .exitOverride()
      .parseAsync([file, ...flags], { from: 'user' })
  } finally {
    process.stdout.write = write
  }
  const { exitCode } = process
  process.exitCode = 0
  return { output, exitCode }
}

t.test('the command says what changed, what was carried, and ends as a run does', async (t) => {
  const same = await run(events)
  t.equal(same.exitCode, 0)
  t.match(same.output, 'No verdict changed.')
  t.match(same.output, /carried as recorded: \d+ checks\n {2}account\./)
  t.match(same.output, /judge\.no-secret: a record has its secrets masked/)
  const broken = await run(altered('getAccount', (text) => text.replace('"client_id"', '"client"')))
  t.equal(broken.exitCode, 1)
  t.match(broken.output, /account\.has-client-id {2}pass → fail\n {4}judge\.fields: expected/)
  const cut = await run(events.filter(({ type }) => type !== 'run-finished' && type !== 'rule-judged'))
  t.equal(cut.exitCode, 2, 'a record that was cut off')
  await t.rejects(run(stamped([started(), ended])), { code: 'nothing_to_judge', exitCode: 2 })
})

t.test('baseline and rule set decide the exit code as they do for a run', async (t) => {
  const record = altered('getAccount', (text) => text.replace('"client_id"', '"client"'))
  const { findings } = rejudge(record)
  const pairs = [...new Map(findings.map((one) => [`${one.rule} ${one.check}`, one])).values()]
  const known = (expires: string) => ({
    version: 1,
    known: pairs.map(({ rule, check }) => ({
      rule,
      checks: [check],
      owner: 'Ann',
      reason: 'It is on its way.',
      link: 'https://example.com/1',
      expires,
    })),
    flaky: [],
  })
  const rules = serviceRules().map(({ id }) => id)
  const sources = [...checks.map(({ id }) => id), ...judges().map(({ id }) => id)]
  const set = (left: string[]) => ({
    ...frozen(
      { name: '1.0.0-9', contract: '1.0.0', state: 'open' },
      { rules: left, checks: sources, date: '2026-01-01' },
    ),
  })
  const folder = t.testdir({
    'known.yaml': stringify(known('2999-12-31')),
    'expired.yaml': stringify(known('2001-12-31')),
    'older.yaml': stringify(set(rules.filter((id) => !pairs.some(({ rule }) => rule === id)))),
    'today.yaml': stringify(set(rules)),
  })
  const at = (name: string) => join(folder, name)
  const accepted = await run(record, '--baseline', at('known.yaml'), '--report-dir', folder, '--reporter', 'json')
  t.equal(accepted.exitCode, 0, accepted.output)
  t.match(accepted.output, new RegExp(` violated, ${pairs.length} of them accepted`))
  const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Record<string, unknown>
  t.match(report, {
    exit_code: 0,
    gate: { gating: [], accepted: [{ owner: 'Ann' }] },
    findings: [{ accepted: { owner: 'Ann' } }],
  })
  const expired = await run(record, '--baseline', at('expired.yaml'))
  t.equal(expired.exitCode, 1)
  t.match(expired.output, / {2}baseline_expired: /)
  t.equal((await run(events, '--baseline', at('known.yaml'))).exitCode, 1, 'an entry that is of no use')
  const older = await run(record, '--rule-set', at('older.yaml'))
  t.equal(older.exitCode, 0)
  t.match(older.output, new RegExp(`${pairs.length} of them reported only, not in rule set 1\\.0\\.0-9`))
  t.equal((await run(record, '--rule-set', at('today.yaml'))).exitCode, 1)
  await t.rejects(run(record, '--rule-set', '9.9.9-9'), { code: 'unknown_rule_set', exitCode: 3 })
})

t.test('findings that stand keep their cause, with what second tries said', (t) => {
  const finding = (rule: string, x: string) => ({
    rule,
    check: 'c',
    expected: 1,
    received: 2,
    pointer: '/a',
    requests: [x],
  })
  const cause = (example: number, findings: number[]) =>
    ({ type: 'cause', label: 'intermittent', example, findings }) as unknown as CauseFound
  const recorded = {
    findings: [finding('r1', 'x1'), finding('r2', 'x2'), finding('r1', 'x3')],
    causes: [cause(0, [0, 2]), cause(1, [1])],
  }
  t.match(carryCauses(recorded, [finding('r9', 'x9'), finding('r1', 'x3')]), [{ example: 1, findings: [1] }])
  t.match(carryCauses(recorded, recorded.findings), recorded.causes)
  t.strictSame(carryCauses(recorded, []), [])
  t.end()
})

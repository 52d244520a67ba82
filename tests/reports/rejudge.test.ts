// A recorded run judged again without its target: the same verdicts, another where the record is another, and what cannot be judged.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { serviceRules } from '../../conformance/contract/contract.ts'
import { frozen } from '../../conformance/gate/rule-set.ts'
import { invariants } from '../../conformance/invariants/invariants.ts'
import { carryCauses } from '../../conformance/rejudge/carry-causes.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { rejudge } from '../../conformance/rejudge/rejudge.ts'
import { judgeCommand } from '../../conformance/cli/judge.ts'
import type { CauseFound, RecordedExchange, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { callCommand } from '../call-command.ts'
import { recordOf } from '../records.ts'
import { runAssay } from '../run-assay.ts'
import { stamped, started } from './hostile-run.ts'

const recorded = await recordOf('sound')
const events = recorded.events()
const checks = (await loadChecks()).filter(({ id }) => id.startsWith('account.'))
const ended = events.at(-1) as unknown as Unstamped

/** The record with the answers of an operation altered. */
const altered = (operation: string, alter: (text: string, exchange: RecordedExchange) => string): RunEvent[] =>
  (JSON.parse(JSON.stringify(events)) as RunEvent[]).map((event) => {
    if (event.type !== 'exchange' || event.exchange.operation !== operation) return event
    const body = event.exchange.response?.body
    if (body?.text !== undefined) body.text = alter(body.text, event.exchange)
    return event
  })

t.test('the record of a run gives the verdicts of the run', async (t) => {
  t.match(ended, { type: 'run-finished', outcome: 'complete', exit_code: 0 })
  const { changes, judged, carried, unable, exchanges, skipped } = rejudge(events)
  t.strictSame(changes, [])
  t.ok(judged.size > 100, `${judged.size} rules were judged again`)
  t.strictSame(
    carried,
    checks.map(({ id }) => id),
    'checks need the target',
  )
  t.ok(unable.some(({ judge: id, reason }) => id === 'invariant.no-secret' && /masked/.test(reason)))
  t.ok(exchanges > 20)
  t.equal(skipped, 0)
})

t.test('what invariants find otherwise today is a changed verdict, with what they found', async (t) => {
  const { changes } = rejudge(altered('getAccount', (text) => text.replace('"client_id"', '"client"')))
  const change = changes.find(({ rule }) => rule === 'account.has-client-id')
  t.match(change, { was: 'pass', is: 'fail', finding: { check: 'invariant.fields', pointer: '/client_id' } })
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

const run = (record: readonly RunEvent[], ...flags: string[]) => {
  const file = join(t.testdir(), 'run.ndjson')
  writeFileSync(file, record.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return callCommand(judgeCommand(), [file, ...flags])
}

t.test('the command says what changed, what was carried, and ends as a run does', async (t) => {
  const same = await runAssay(['judge', recorded.directory])
  t.equal(same.code, 0)
  t.match(same.output, 'No verdict changed.')
  t.match(same.output, /carried as recorded: \d+ checks\n {2}account\./)
  t.match(same.output, /invariant\.no-secret: a record has its secrets masked/)
  const broken = await run(altered('getAccount', (text) => text.replace('"client_id"', '"client"')))
  t.equal(broken.code, 1)
  t.match(broken.output, /account\.has-client-id {2}pass → fail\n {4}invariant\.fields: expected/)
  const cut = await run(events.filter(({ type }) => type !== 'run-finished' && type !== 'rule-judged'))
  t.equal(cut.code, 2, 'a record that was cut off')
  t.match(await run(stamped([started(), ended])), { code: 2, err: /^nothing_to_judge: .* run the suite again\.\n$/ })
  const merged = { ...started(), merged: [] } as unknown as Unstamped
  t.match(await run(stamped([merged, ended])), {
    code: 2,
    err: /^nothing_to_judge: .* merged of several, .*; judge the run\.ndjson of each shard\.\n$/,
  })
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
  const sources = [...checks.map(({ id }) => id), ...invariants().map(({ id }) => id)]
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
  t.equal(accepted.code, 0, accepted.output)
  t.match(accepted.output, new RegExp(` violated \\(account\\), ${pairs.length} of them accepted`))
  const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Record<string, unknown>
  t.match(report, {
    exit_code: 0,
    gate: { gating: [], accepted: [{ owner: 'Ann' }] },
    findings: [{ accepted: { owner: 'Ann' } }],
  })
  const expired = await run(record, '--baseline', at('expired.yaml'))
  t.equal(expired.code, 1)
  t.match(expired.output, / {2}baseline_expired: /)
  t.equal((await run(events, '--baseline', at('known.yaml'))).code, 1, 'an entry that is of no use')
  const older = await run(record, '--rule-set', at('older.yaml'))
  t.equal(older.code, 0)
  t.match(older.output, new RegExp(`${pairs.length} of them reported only, not in rule set 1\\.0\\.0-9`))
  t.equal((await run(record, '--rule-set', at('today.yaml'))).code, 1)
  t.match(await run(record, '--rule-set', '9.9.9-9'), { code: 3, err: /^unknown_rule_set: / })
})

t.test('findings that stand keep their cause, with the results of their reruns', (t) => {
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
  const today = [finding('r9', 'x9'), finding('r1', 'x3')]
  t.match(carryCauses(recorded, today), [{ example: 1, findings: [1] }])
  const kept = { calls: ['x3'], calls_refused: 'x3', calls_untried: true as const }
  const short = { ...recorded, causes: [{ ...recorded.causes[0]!, ...kept, calls_of: 2 }] }
  t.match(carryCauses(short, today), [{ ...kept, calls_of: 1 }])
  t.notOk('calls' in carryCauses({ ...short, causes: [{ ...short.causes[0]!, calls_of: 1 }] }, today)[0]!)
  t.match(carryCauses(recorded, recorded.findings), recorded.causes)
  t.strictSame(carryCauses(recorded, []), [])
  t.end()
})

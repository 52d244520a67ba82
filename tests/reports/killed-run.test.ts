// A run that is killed half-way: its record holds what was judged, and renders to a report that says so.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { recordedReason } from '../../reports/reasons/reason.ts'
import { reportCommand } from '../../reports/command.ts'
import { readRecord } from '../../reports/read-record.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import type { RunEvent, Unstamped } from '../../reports/run-record.ts'
import { callCommand } from '../call-command.ts'
import { loadFixture } from '../fixture-files.ts'
import { startAssay } from '../run-assay.ts'
import { countOf, untilRecorded } from '../until-recorded.ts'
import { rule, stamped, started } from './hostile-run.ts'

type Report = {
  outcome: string
  line: string
  exit_code: number
  summary: { rules: Record<string, number>; checks: Record<string, number> }
  rules: { id: string; verdict: string; reason_code?: string; checks: string[] }[]
}

/** Resolves when nothing listens there any more; a simulator that outlives its run makes the test time out. */
const untilGone = async (address: string): Promise<void> => {
  const isThere = () =>
    fetch(`${address}/ping`).then(
      () => true,
      () => false,
    )
  while (await isThere()) await sleep(50)
}

t.test('a run killed with SIGKILL in its middle is reported as it stood', async (t) => {
  const directory = t.testdir()
  const record = join(directory, 'run.ndjson')
  const args = ['conform', '--area', 'catalog', '--area', 'account', '--seed', '5', '--report-dir', directory]
  const { child, ended } = startAssay([...args, '--', '--defect', 'product-without-name'])
  await untilRecorded(directory, child, (text) => countOf('check-finished', text) >= 4)
  child.kill('SIGKILL')
  t.equal((await ended).signal, 'SIGKILL')
  const text = readFileSync(record, 'utf8')
  const [, address] = /"sandbox_base_url":"([^"]+)"/.exec(text) ?? []
  await untilGone(address!)
  const events = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunEvent)
  t.notOk(
    events.some(({ type }) => type === 'rule-judged' || type === 'run-finished'),
    'it had not come to its verdicts',
  )
  const finished = events.filter((event) => event.type === 'check-finished')
  // What a kill in the middle of a write leaves.
  appendFileSync(record, '{"at":"2026-03-02T15:0')

  const { code, output } = await callCommand(reportCommand(), [record, '--reporter', 'all'])
  t.equal(code, 0, output)
  t.match(output, /run_cut_off: .* has no end of its run/)
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  t.ok(validate(report), JSON.stringify(validate.errors))
  t.match(report, { outcome: 'interrupted', exit_code: 2 })
  const { rules } = report.summary
  t.ok(rules['pass']! > 50 && rules['total']! > 1000, JSON.stringify(rules))
  t.match(report.line, /^interrupted: /)
  const verdicts = new Map(report.rules.map((one) => [one.id, one]))
  for (const { outcomes = [] } of finished)
    for (const { rule: id, verdict } of outcomes)
      if (verdict === 'pass' || verdict === 'fail') t.match(verdicts.get(id)?.verdict, /^(pass|fail)$/, id)
  const codes = new Set(report.rules.filter(({ verdict }) => verdict === 'not-tested').map((rule) => rule.reason_code))
  t.ok(codes.has('cut-off-before'), [...codes].join('; '))
  t.ok(codes.has('outside-selection'))
  t.match(readFileSync(join(directory, 'junit.xml'), 'utf8'), 'run_cut_off')
  t.match(readFileSync(join(directory, 'badge.svg'), 'utf8'), /not tested \(\d+%\)|violated/)
})

const write = (directory: string, lines: readonly unknown[]): string => {
  const file = join(directory, 'run.ndjson')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

t.test('a finding of a check that was cut off is a broken rule', async (t) => {
  const listed = ['list.a', 'list.b'].map((id) => ({
    rule: id,
    source: 'Endpoints',
    text: id,
    verdict: 'not-tested' as const,
    ...recordedReason('cut-off-before'),
    checks: ['list.one'],
  }))
  const found = {
    type: 'finding',
    rule: 'list.a',
    check: 'list.one',
    expected: 1,
    received: 2,
    pointer: null,
    requests: ['x1'],
  } satisfies Unstamped
  const file = write(t.testdir(), stamped([started(), { type: 'rules-listed', rules: listed }, found]))
  const { events, cut } = readRecord(file)
  t.ok(cut)
  t.match(jsonReport(events), {
    line: 'interrupted: Does not conform: 1 of 2 rules violated, 1 not tested: the run was cut off before the check (1)',
    rules: [
      { id: 'list.a', verdict: 'fail' },
      { id: 'list.b', verdict: 'not-tested' },
    ],
  })
})

t.test('what is no record, or of another version, is refused with a sentence', async (t) => {
  const header = stamped([started()])[0] as object
  const refused = (lines: readonly unknown[], code: string, message: RegExp) =>
    t.throws(() => readRecord(write(t.testdir(), lines)), { code, message, exitCode: 3 })
  refused(
    [{ ...header, version: 3 }],
    'unknown_record_version',
    /has version 3 of the record, but this assay reads version 2/,
  )
  refused(['{"some":"json"}'], 'no_run_record', /must begin with/)
  refused([''], 'no_run_record', /must begin with/)
  refused([header, 'torn', ...stamped([rule('list.a', 'pass')])], 'damaged_record', /line 2 is none/)
  t.throws(() => readRecord(join(t.testdir(), 'nothing')), { code: 'unreadable_record' })
  t.doesNotThrow(() => readRecord(write(t.testdir(), [header, '{"at":"2026'])), 'a torn last line is taken')
})

t.test('a record is read a piece at a time, whatever a piece ends within', async (t) => {
  const header = stamped([started()])[0] as object
  const long = ['a', 'aa'].map((start) => ({
    at: '2026-01-01T00:00:00Z',
    type: 'phase',
    phase: start + '€'.repeat(900_000),
  }))
  const { events, cut } = readRecord(write(t.testdir(), [header, ...long]))
  t.same(events.slice(0, 3), [header, ...long])
  t.ok(cut)
  t.match(events.at(-1), { type: 'run-finished', at: '2026-01-01T00:00:00Z', requests: 0 })
})

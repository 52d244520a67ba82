// Causes on the terminal, in report.json and as plan files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { planPath, type PlanFile } from '../../reports/plan-file.ts'
import type { CauseFound, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { absorb, emptyRun } from '../../reports/summary.ts'
import { violationLines } from '../../reports/reporters/cause-lines.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { planFilesReporter } from '../../reports/reporters/plan-files.ts'
import { someCause } from './some-cause.ts'

const at = '2026-03-02T15:04:05.000Z'
const stamped = (...events: Unstamped[]): RunEvent[] => events.map((event) => ({ at, ...event }) as RunEvent)

const finding = (rule: string): Unstamped => ({
  type: 'finding',
  rule,
  check: 'a.check',
  expected: 409,
  received: 200,
  pointer: 'status',
  requests: ['x1'],
})

const plan: PlanFile = {
  format: 'assay-plan',
  version: 1,
  rule: 'a.one',
  found_by: 'a.check',
  seed: 7,
  expected: 409,
  received: 200,
  pointer: 'status',
  run: {
    plan: {
      version: 1,
      id: 'p',
      seed: 7,
      steps: [
        { order: 'o1', action: { do: 'create', product: 'plain', loan_number: true } },
        { order: 'o1', action: { do: 'advance', to: 'report_complete' } },
        { order: 'o1', action: { do: 'hold' } },
      ],
    },
  },
}

const cause = (more: Partial<CauseFound>): Unstamped =>
  someCause(['a.one', 'a.two'], {
    label: 'intermittent',
    tries: { made: 2, again: 1 },
    findings: [0, 1],
    requests: 9,
    plan,
    ...more,
  })

const linesOf = (...events: Unstamped[]): string => {
  const run = emptyRun()
  for (const event of stamped(...events)) absorb(run, event)
  return violationLines(run, 'reports/out/', (_code, text) => text).join('\n')
}

t.test('the terminal shows causes, not findings', async (t) => {
  const text = linesOf(finding('a.one'), finding('a.two'), cause({}))
  t.match(text, 'Violated: 0 rules, 1 cause, 2 findings')
  t.match(text, /rule {6}a\.one\n/)
  t.match(text, /leads to {2}a\.two/)
  t.match(text, 'seen      2 times in the run; reproduced 1 of 2 times (flaky)')
  t.match(text, 'shortest  create → advance report_complete → hold')
  t.match(text, 'assay replay reports/out/plans/a.one.json')
  t.notMatch(text, /rule {6}a\.two/)
})

t.test('what was not tried again says why', async (t) => {
  const untried = cause({
    label: 'unrepeated',
    reason: 'it costs too much',
    tries: { made: 0, again: 0 },
    findings: [0],
    plan: null,
  })
  t.match(linesOf(finding('a.one'), untried), 'seen      1 time in the run; not rerun: it costs too much')
})

t.test('a run cut short before its causes were found shows each rule once', async (t) => {
  const text = linesOf(finding('a.one'), finding('a.one'), finding('a.two'))
  t.equal(text.match(/found by/g)?.length, 2)
})

t.test('a flood of causes is cut, and said to be', async (t) => {
  const causes = Array.from({ length: 20 }, (_, index) => cause({ cause: `a.one-${index}`, findings: [0] }))
  t.match(linesOf(finding('a.one'), ...causes), '… and 8 more: see report.json')
  const [, further = ''] = linesOf(finding('a.one'), ...causes).split('see report.json')
  t.equal(further.match(/^    a\.one$/gm)?.length, 8, 'with the rule of each')
})

t.test('each finding of the report names its cause, label and plan', async (t) => {
  const report = jsonReport(stamped(finding('a.one'), finding('a.two'), finding('a.three'), cause({})))
  t.match(report['findings'], [
    { rule: 'a.one', cause: 'a.one', label: 'intermittent', plan: 'plans/a.one.json' },
    { rule: 'a.two', cause: 'a.one', label: 'intermittent', plan: 'plans/a.one.json' },
    { rule: 'a.three', cause: 'a.three', label: 'unrepeated', plan: null },
  ])
  t.match(report['causes'], [
    { id: 'a.one', plan: 'plans/a.one.json', plan_steps: 3 },
    { id: 'a.three', rules: ['a.three'], findings: [2], plan: null },
  ])
})

t.test('plan files are written, and those of an earlier run are taken away', async (t) => {
  const directory = t.testdir()
  const reported = (id: string): void => {
    const reporter = planFilesReporter(directory)
    for (const event of stamped({ type: 'run-started' } as Unstamped, cause({ cause: id }))) reporter.event(event)
  }
  reported('old')
  t.ok(existsSync(join(directory, 'plans/old.json')))
  writeFileSync(join(directory, 'plans/notes.txt'), 'mine')
  reported('a.one/../b')
  t.notOk(existsSync(join(directory, 'plans/old.json')))
  t.ok(existsSync(join(directory, 'plans/notes.txt')))
  t.equal(planPath('a.one/../b'), 'plans/a.one_.._b.json')
  t.strictSame(JSON.parse(readFileSync(join(directory, planPath('a.one/../b')), 'utf8')), plan)
})
